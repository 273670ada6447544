"""Checks proofs of Rainette games: python3 verify.py PROOF.json ... [--head [NUMBER:]HEX ...]

Written from fair-dice.md alone: the seal, the chain and the heads that you kept, commitments and that they were frozen
before seeds were shown, every roll and card, who agreed to take one back. NOT the rules: whether an action was legal
and who won is checked by `rainette verify`. Ends with 0 if every proof is FAIR, otherwise with 1.
"""
import argparse, hashlib, hmac, itertools, json, sys

CARDS = ("+2R +2Y +2B diagonal ell runup trophies choose flower per-brown per-two-cards per-frog-and-card "
         "fewest-cards fewest-frogs-5 fewest-frogs-3").split()
FRONTS, BACKS = "RB RY RN YN BN 5any".split(), "most-RB most-RY most-cards most-YB most-N all-flowers".split()
SECRETS = "2R 2Y 2B RYB RYN RYBN RBN YBN".split()
TOP = "format table game edition seats options opening server players log seal".split()
KINDS = {line.split()[0]: line.split()[1:] for line in """
    opened nothing lobby clock rematch_of | seated lobby lobby seat by agreed_to_opening | left lobby lobby seat
    committed lobby lobby person commitment | frozen lobby frozen players | started frozen playing seeds
    action playing playing seat event by_computer | chance playing playing chance_number event draw drawn
    undo playing playing seat from agreed | resigned playing playing seat | out-of-time playing playing seat
    sat-in playing playing seat level | took-back playing playing seat | taken-over playing playing seat level
    resumed playing playing lost_ms | finished playing over result | abandoned lobby/frozen/playing over
    rematch over closed table""".replace("|", "\n").strip().splitlines()}  # kind: phase before, phase after, fields
sha256 = lambda *parts: hashlib.sha256(b"".join(parts)).digest()
canonical = lambda value: json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
mac = lambda proof, text: hmac.digest(bytes.fromhex(proof["server"]["seed"]), text.encode(), "sha256")

def need(is_so, why):
    if not is_so:
        raise ValueError(why)

def words(proof, number):
    """The random numbers of one chance event, without end."""
    seeds = "".join(" " + player["seed"] for player in proof["players"] if player["seed"])
    for block in itertools.count():
        digest = mac(proof, f"rainette dice {number} {block}{seeds}")
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
    """What the event is drawn from; `live` are the events before it that count."""
    first = event.split()[0]
    gone = [word for _, _, past in live for word in past.split() if past.split()[0] in ("market", "refill", "deal")]
    cards = [n - gone.count(card) for card, n in zip(CARDS, [2] * 9 + [1] * 6)]
    secrets = [n - gone.count(secret) for secret, n in zip(SECRETS, [2, 2] + [1] * 6)]
    bags = {"lilies": [([4, 4, 4], 12), ([1, 1, 1], 3)], "common": [([1] * 6, 2)], "deal": [(secrets, 2)],
            "pond": [([7, 7, 9, 13], 36) if proof["seats"] == 2 else ([10, 11, 14, 21], 56)],
            "market": [(cards, 4)], "refill": [(cards, 1)]}.get(first)
    if bags is None:
        return {"dice": {"count": 2, "sorted": first != "start"}}
    kinds = lambda counts: max(kind for kind, count in enumerate(counts, 1) if count)
    return {"bags": [{"counts": counts[:kinds(counts)], "take": take} for counts, take in bags]}

def freeze(frozen, commitments, sits):
    """Whoever sits and has committed is frozen with the last commitment; screens are shared with those who have not."""
    seats = [seat for player in frozen for seat in player["seats"]]
    whose = {seat: player["person"] for player in frozen for seat in player["seats"]}
    own = {seat: by["person"] for seat, by in sits.items() if by.get("person") in commitments}
    need(len(whose) == len(seats) and all("person" in sits.get(seat, {}) for seat in seats), "a seat is frozen wrongly")
    need({seat: whose.get(seat) for seat in own} == own, "a commitment is missing, or for another's seat")
    for player in frozen:
        need(sorted(player) == ["commitment", "person", "seats"] and player["seats"], "these are not the fields")
        need(commitments.get(player["person"]) == player["commitment"], "another commitment was frozen")
    need([player["person"] for player in frozen] == sorted({player["person"] for player in frozen}), "frozen twice")

def live_through(proof):
    """Everything at the table, in order; gives how many chance events there were and how often one was taken back."""
    live, chances, redraws, phase = [(0, "-", line.split(" ", 1)[1]) for line in proof["opening"]], 0, 0, "nothing"
    sits, stand_ins, commitments, frozen, shown = {}, set(), {}, [], {}
    for number, entry in enumerate(proof["log"], 1):
        kind, at, seat = entry["kind"], f"event {number}:", entry.get("seat", 0)
        before, after, *names = KINDS[kind]
        need(sorted(entry) == sorted(["kind", "number", *names]), f"{at} these are not the fields of {kind}")
        need(entry["number"] == number and phase in before.split("/"), f"{at} {kind} {entry['number']} cannot stand there")
        need(seat in range(proof["seats"]), f"{at} there is no seat {seat}")
        phase = after
        if kind == "seated":
            need(seat not in sits, f"{at} the seat is taken")
            need(entry["agreed_to_opening"] == (bool(proof["opening"]) and "person" in entry["by"]), f"{at} not agreed")
            sits[seat] = entry["by"]
        elif kind == "left":
            need("person" in sits.pop(seat, {}), f"{at} nobody sits there")
        elif kind == "committed":
            commitments[entry["person"]] = entry["commitment"]
        elif kind == "frozen":
            frozen = entry["players"]
            need(len(sits) == proof["seats"], f"{at} a seat is free")
            freeze(frozen, commitments, sits)
        elif kind == "started":
            shown = {each["person"]: each["seed"] for each in entry["seeds"]}
            need([each["person"] for each in entry["seeds"]] == sorted(shown), f"{at} a seed is shown twice")
            need(set(shown) <= {player["person"] for player in frozen}, f"{at} a seed fits no frozen commitment")
        elif kind in ("sat-in", "taken-over", "took-back"):
            stand_ins = stand_ins - {seat} if kind == "took-back" else stand_ins | {seat}
        elif kind == "action":
            need(entry["by_computer"] == (seat in stand_ins or "computer" in sits[seat]), f"{at} somebody else acts")
            live.append((number, seat, entry["event"]))
        elif kind == "chance":
            event, chances = entry["event"], chances + 1
            need(entry["chance_number"] == chances, f"{at} it is chance event {chances}")
            drawn = derive(entry["draw"], words(proof, chances))
            need(entry["draw"] == bag_of(proof, event, live), f"{at} it is not drawn from that")
            need(drawn == entry["drawn"], f"{at} {entry['drawn']} was said, {drawn} was drawn")
            need(written(proof, event, drawn) == event.split()[1:], f"{at} `{event}` is not {drawn}")
            live.append((number, None, event))
        elif kind == "undo":
            need([n for n, by, _ in live if by == seat][-1:] == [entry["from"]], f"{at} it is not the seat's last action")
            people = sorted({by["person"] for by in sits.values() if "person" in by})
            is_over_chance = any(by is None for n, by, _ in live if n >= entry["from"])
            is_agreed = sits[seat].get("person") in entry["agreed"] and set(entry["agreed"]) <= set(people)
            need(is_agreed and (not is_over_chance or entry["agreed"] == people and not stand_ins
                 and all("person" in by for by in sits.values())), f"{at} not everybody agreed")
            live, redraws = [past for past in live if past[0] < entry["from"]], redraws + is_over_chance
    need(phase in ("over", "closed"), "the log ends before the game does")
    players = [{**player, "seed": shown.get(player["person"])} for player in frozen]
    players.sort(key=lambda player: (player["commitment"], player["person"]))
    need(players == proof["players"], "the players are not those whose commitments were frozen, in that order")
    return chances, redraws

def chain(proof):
    """The heads: before the first event, and after each."""
    header = {**{name: proof[name] for name in TOP[:7]}, "server": proof["server"]["commitment"]}
    heads = [sha256(mac(proof, "rainette salt 0"), canonical(header))]
    for number, entry in enumerate(proof["log"], 1):
        salted = sha256(mac(proof, f"rainette salt {number}"), canonical(entry))
        heads.append(sha256(heads[-1], number.to_bytes(8, "big"), salted))
    return [head.hex() for head in heads]

def check(proof, kept=()):
    """The verdict and what it rests on; raises an exception if the proof is wrong."""
    need(proof["format"] == 2 and sorted(proof) == sorted(TOP), "unknown format or fields")
    for promise in [proof["server"], *proof["players"]]:
        seed = promise["seed"]
        need(seed is None or sha256(bytes.fromhex(seed)).hex() == promise["commitment"], "a seed is not the one committed to")
    chances, redraws = live_through(proof)
    need(sha256(canonical({name: proof[name] for name in TOP[:-1]})).hex() == proof["seal"], "the seal is broken")
    heads, covered = chain(proof), None
    for number, _, head in (text.rpartition(":") for text in kept):
        need(head in heads and number in ("", str(heads.index(head))), f"the head {head} that was kept is not in the chain")
        covered = max(covered or 0, heads.index(head))
    withheld = [f"person {player['person']}" for player in proof["players"] if player["seed"] is None]
    verdict = ("NOT DRAWN (the opening was given)" if proof["opening"] else
               f"NOT PROVED (seeds not shown: {', '.join(withheld)})" if withheld else
               "NOT PROVED (the server alone had a seed)" if chances and not proof["players"] else "FAIR")
    limits = ("no head was kept: whoever knows the server's seed could have cut or rewritten the log" if covered is None
              else f"the head covers events 1 to {covered}, not the {len(heads) - 1 - covered} after them")
    return verdict, (f"{len(heads) - 1} events, {chances} of chance, {redraws} redraws; server "
                     f"{proof['server']['commitment']}; head {heads[-1]}; {limits}; the rules were not checked")

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proofs", metavar="PROOF.json", nargs="+")
    parser.add_argument("--head", metavar="[NUMBER:]HEX", action="append", default=[], help="a head that you kept")
    options, is_bad = parser.parse_args(), False
    for path in options.proofs:
        try:
            verdict, details = check(json.load(open(path, encoding="utf-8")), options.head)
        except Exception as error:
            verdict, details = "WRONG", f"{type(error).__name__} {error}"
        is_bad |= verdict != "FAIR"
        print(f"{path}: {verdict}: {details}")
    sys.exit(is_bad)
