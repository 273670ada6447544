"""Training of the nets that computer players search with: ``python -m rainette.train GAME``.

A net plays against itself, thousands of games at once, and learns from what its searches find, by turns. It needs PyTorch
(``pip install torch``), on the CPU or on a GPU, and nothing else: the rules, the trees and the file format are in the
wheel. What it has learned so far lies in a folder, so that it can go on in pieces.
"""
