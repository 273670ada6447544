"""Checks proofs of Rainette games: python3 verify.py PROOF.json ...

Written from fair-dice.md alone: commitments, order of seeds, numbers of the log, every roll and card, the seal, but
not the rules. Compare the commitment that is printed with the one that was shown before the game.
"""
import hashlib, hmac, itertools, json, sys

CARDS = ("+2R +2Y +2B diagonal ell runup trophies choose flower per-brown per-two-cards per-frog-and-card "
         "fewest-cards fewest-frogs-5 fewest-frogs-3").split()
FRONTS, BACKS = "RB RY RN YN BN 5any".split(), "most-RB most-RY most-cards most-YB most-N all-flowers".split()
SECRETS = "2R 2Y 2B RYB RYN RYBN RBN YBN".split()
sha256 = lambda data: hashlib.sha256(data).hexdigest()

def need(is_so, why):
    if not is_so:
        raise ValueError(why)

def words(proof, number):
    """The random numbers of one event, without end."""
    seeds = "".join(" " + player["seed"] for player in proof["players"])
    for block in itertools.count():
        message = f"rainette dice {number} {block}{seeds}".encode()
        digest = hmac.digest(bytes.fromhex(proof["server"]["seed"]), message, "sha256")
        yield from (int.from_bytes(digest[i:i + 4], "big") for i in range(0, 32, 4))

def below(random, n):
    """A number from 0 to n - 1; what would make some of them likelier is drawn again."""
    return next(product >> 32 for product in (word * n for word in random) if product % 2**32 >= 2**32 % n)

def derive(draw, random):
    """What is drawn: the faces of dice, or things from bags."""
    if "dice" in draw:
        faces = [1 + below(random, 6) for _ in range(draw["dice"]["count"])]
        return sorted(faces, reverse=True) if draw["dice"]["sorted"] else faces
    drawn = []
    for bag in draw["bags"]:
        things = [kind for kind, count in enumerate(bag["counts"]) for _ in range(count)]
        for k in range(bag["take"]):
            j = k + below(random, len(things) - k)
            things[k], things[j] = things[j], things[k]
        drawn += things[:bag["take"]]
    return drawn

def written(proof, event, drawn):
    """How the notation writes what was drawn, after the first word of the event."""
    first, *rest = event.split()
    if first == "lilies":
        return ["".join("WYP"[d] for d in part) for part in (drawn[:12], drawn[12:])]
    if first == "pond":  # the frogs in the order of the places; a `.` is a place without one
        frogs = ["YRBN"[d] for d in drawn]
        return ["".join("." if letter == "." else frogs.pop(0) for letter in rest[0])]
    if first == "common":
        return [FRONTS[drawn[0]], (BACKS if proof["options"].get("backs") else FRONTS)[drawn[1]]]
    names = {"market": CARDS, "refill": CARDS, "deal": SECRETS}.get(first, "0123456")
    return rest[:first == "deal"] + [names[d] for d in drawn]

def bag_of(proof, event, live):
    """What the rules of the game draw the event from; `live` are the events before it that count."""
    first = event.split()[0]
    gone = [word for _, past in live for word in past.split() if past.split()[0] in ("market", "refill", "deal")]
    cards = [n - gone.count(card) for card, n in zip(CARDS, [2] * 9 + [1] * 6)]
    secrets = [n - gone.count(secret) for secret, n in zip(SECRETS, [2, 2] + [1] * 6)]
    bags = {"lilies": [([4, 4, 4], 12), ([1, 1, 1], 3)], "common": [([1] * 6, 2)], "deal": [(secrets, 2)],
            "pond": [([7, 7, 9, 13], 36) if proof["seats"] == 2 else ([10, 11, 14, 21], 56)],
            "market": [(cards, 4)], "refill": [(cards, 1)]}.get(first)
    if bags is None:
        return {"dice": {"count": 2, "sorted": first != "start"}}
    kinds = lambda counts: max(kind for kind, count in enumerate(counts, 1) if count)
    return {"bags": [{"counts": counts[:kinds(counts)], "take": take} for counts, take in bags]}

def check(proof):
    need(proof["format"] == 1, "unknown format")
    for promise in [proof["server"], *proof["players"]]:
        need(sha256(bytes.fromhex(promise["seed"])) == promise["commitment"], "a seed is not the one committed to")
    order = [player["commitment"] for player in proof["players"]]
    need(order == sorted(order), "the players are not in the order of their commitments")
    live, chances = [(0, line.split(" ", 1)[1]) for line in proof["opening"]], 0
    for number, entry in enumerate(proof["log"], 1):
        need(entry["number"] == number, f"event {number} is missing")
        if entry["kind"] == "chance":
            event, drawn = entry["event"], derive(entry["draw"], words(proof, number))
            need(entry["draw"] == bag_of(proof, event, live), f"event {number}: it is not drawn from that")
            need(drawn == entry["drawn"], f"event {number}: {entry['drawn']} was said, {drawn} was drawn")
            need(written(proof, event, drawn) == event.split()[1:], f"event {number}: `{event}` is not {drawn}")
            chances += 1
        live.append((number, entry.get("event", "-")))
        live = [(n, event) for n, event in live if n < entry.get("from", number + 1)]
    seal = proof.pop("seal")
    text = json.dumps(proof, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    need(sha256(text.encode()) == seal, "the seal is broken")
    return f"{len(proof['log'])} events, {chances} of chance, server {proof['server']['commitment']}"

failed = False
for path in sys.argv[1:]:
    try:
        print(f"{path}: holds: {check(json.load(open(path, encoding='utf-8')))}")
    except Exception as error:
        failed = True
        print(f"{path}: WRONG: {type(error).__name__} {error}")
sys.exit(failed)
