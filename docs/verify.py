"""Checks proofs of Rainette games: python3 verify.py PROOF.json ... [--head [NUMBER:]HEX ...]

Written from fair-dice.md alone: the seal, the chain and the heads that you kept, commitments and that they were frozen
before seeds were shown, every roll and card, who starts, who acts for a seat, who agreed to take something back. NOT the
rules (whose turn it was, what the game allows, who won): see `rainette verify`. Ends with 0 if all are FAIR, else with 1.
"""
import argparse, hashlib, hmac, itertools, json, sys

CARDS = ("+2R +2Y +2B diagonal ell runup trophies choose flower per-brown per-two-cards per-frog-and-card "
         "fewest-cards fewest-frogs-5 fewest-frogs-3").split()
FRONTS, BACKS = "RB RY RN YN BN 5any".split(), "most-RB most-RY most-cards most-YB most-N all-flowers".split()
SECRETS = "2R 2Y 2B RYB RYN RYBN RBN YBN".split()
SETTINGS = "clock grace_ms is_public options stand_in start_when_full starts".split()
TOP = "format table game edition seats options opening server players log seal".split()
KINDS = {line.split()[0]: line.split()[1:] for line in """
    opened nothing lobby settings practice strict newcomers rematch_of | seated lobby lobby seat by agreed_to_opening
    left lobby lobby seat is_removed | arranged lobby lobby person settings | swapped lobby lobby person seats
    ready lobby lobby person is_ready seq | coloured lobby lobby seat colour | committed lobby lobby person commitment
    frozen lobby frozen players | started frozen playing seeds | began playing playing first is_lot
    action playing playing seat event by_computer | chose playing playing seat event | chance playing playing chance_number event draw drawn
    undo playing playing seat from agreed | resigned playing playing seat | out-of-time playing playing seat
    sat-in playing playing seat level missed | took-back playing playing seat | taken-over playing playing seat level
    resumed playing playing lost_ms | finished playing over result | abandoned lobby/frozen/playing over by
    rematch over closed table | came-in playing playing seat person agreed_to_opening""".replace("|", "\n").strip().splitlines()}  # kind: phase before, phase after, fields
sha256 = lambda *parts: hashlib.sha256(b"".join(parts)).digest()
canonical = lambda value: json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
mac = lambda proof, text: hmac.digest(bytes.fromhex(proof["server"]["seed"]), text.encode(), "sha256")

def need(is_so, why):
    if not is_so:
        raise ValueError(why)

def words(proof, label):
    """The random numbers of one chance event, or of the lot, without end."""
    seeds = "".join(" " + player["seed"] for player in proof["players"] if player["seed"])
    for block in itertools.count():
        digest = mac(proof, f"rainette {label} {block}{seeds}")
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

def written(options, event, drawn):
    """How the notation writes what was drawn, after the first word of the event."""
    first, *rest = event.split()
    if first == "lilies":
        return ["".join("WYP"[d] for d in part) for part in (drawn[:12], drawn[12:])]
    if first == "pond":  # the frogs in the order of the places; a `.` is a place without one
        frogs = ["YRBN"[d] for d in drawn]
        return ["".join("." if letter == "." else frogs.pop(0) for letter in rest[0])]
    if first == "common":
        return [FRONTS[drawn[0]], (BACKS if options.get("backs") else FRONTS)[drawn[1]]]
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

def first_of(proof, settings):
    """Who starts and whether it is drawn by lot, if it has to be said: the first seat starts by itself."""
    if settings["starts"]["is"] == "lot":
        return below(words(proof, "lot"), proof["seats"]), True
    return (settings["starts"]["seat"], False) if settings["starts"]["seat"] else None

def freeze(frozen, commitments, sits):
    """Whoever sits and has committed is frozen with the last commitment; screens are shared with those who have not."""
    seats = [seat for player in frozen for seat in player["seats"]]
    whose = {seat: player["person"] for player in frozen for seat in player["seats"]}
    own = {seat: by["person"] for seat, by in sits.items() if by.get("person") in commitments}
    need(len(whose) == len(seats) and all("person" in sits.get(seat, {}) for seat in seats), "a seat is frozen wrongly")
    need({seat: whose.get(seat) for seat in own} == own, "a commitment is missing, or for another's seat")
    for player in frozen:
        need(len(player) == 3 and player["seats"] == sorted(player["seats"]) != [], "these are not the fields")
        need(commitments.get(player["person"]) == player["commitment"], "another commitment was frozen")
    need([player["person"] for player in frozen] == sorted({player["person"] for player in frozen}), "frozen twice")

def live_through(proof):
    """Everything at the table, in order; gives how many chance events, redraws and lots there were, and who came in."""
    live, chances, redraws, phase = [(0, "-", line.split(" ", 1)[1]) for line in proof["opening"]], 0, 0, "nothing"
    sits, stand_ins, commitments, frozen, shown = {}, set(), {}, [], {}
    settings, ready, asked, last, removed, turned, lots = {}, set(), 0, {}, set(), 0, 0
    chosen, sat, came_in, entered, out, late, follows, has_clock = {}, {1} if proof["opening"] else set(), {}, set(), set(), set(), (), False
    for number, entry in enumerate(proof["log"], 1):
        kind, at, seat = entry["kind"], f"event {number}:", entry.get("seat", 0)
        before, after, *names = KINDS[kind]
        need(sorted(entry) == sorted(["kind", "number", *names]), f"{at} these are not the fields of {kind}")
        need(entry["number"] == number and phase in before.split("/"), f"{at} {kind} {entry['number']} cannot stand there")
        places = {seat, *entry.get("seats", ()), entry.get("settings", {"starts": {}})["starts"].get("seat", 0)}
        need(places <= set(range(proof["seats"])) and type(entry.get("person", 1)) is int, f"{at} no such seat or person")
        need((kind, seat) in follows if follows else kind not in ("began", "taken-over"), f"{at} not at once")
        phase, person, by, of = after, entry.get("person"), entry.get("by"), lambda place: sits.get(place, {}).get("person")
        follows, plays, opened = (), {of(place) for place in sits if place not in out} - {None}, proof["log"][0]
        is_timed = has_clock and (entry["lost_ms"] > 0 if kind == "resumed" else opened["strict"] == (kind == "out-of-time"))
        need(is_timed or kind not in ("resumed", "out-of-time") and not entry.get("missed"), f"{at} no time is up there")
        if kind in ("opened", "arranged"):
            before, settings = settings or {**entry["settings"], "options": proof["options"]}, entry["settings"]
            is_same = [before[name] in (settings[name], name == "is_public") for name in ("options", "starts", "clock", "is_public")]
            need(sorted(settings) == SETTINGS and settings["stand_in"] in range(1, 9), f"{at} these are not the settings")
            need(all(is_same) if kind == "opened" else person == 1 and before != settings, f"{at} nobody may do so")
            need(not proof["opening"] or is_same[0] and is_same[1], f"{at} the opening settles that")
            ready, asked = (ready, asked) if all(is_same) else (ready & {1}, number)
            has_clock, stand_in = settings["clock"] != {"kind": "none"}, settings["stand_in"]
        elif kind == "swapped":
            one, other = entry["seats"]
            is_hosts = person == 1 and {one, other} & set(sits) and not of(one) and not of(other)
            need(one != other and (person in (of(one), of(other)) or is_hosts), f"{at} nobody who sits there says so")
            sits, last = ({{one: other, other: one}.get(place, place): by for place, by in all.items()} for all in (sits, last))
            if settings["starts"].get("seat") in entry["seats"]:
                ready, asked = ready & {of(one), of(other), person}, number
        elif kind == "ready":
            is_seen = (asked if entry["is_ready"] else 0) <= entry["seq"] < number
            need(is_seen and person in map(of, sits), f"{at} they do not sit here, or have seen something else")
            ready = ready | {person} if entry["is_ready"] else ready - {person}
        elif kind == "began":
            need((entry["first"], entry["is_lot"]) == first_of(proof, settings), f"{at} another seat starts")
            turned, lots = entry["first"], int(entry["is_lot"])
            sits = {(place - turned) % proof["seats"]: by for place, by in sits.items()}
        elif kind == "seated":
            is_other = "computer" in sits.get(seat, {}) and "computer" in by and sits[seat] != by
            need((seat not in sits or is_other) and by.get("computer", 1) in range(1, 9), f"{at} the seat is taken")
            need(by.get("person") not in removed, f"{at} they were asked to leave for good")
            if "computer" in by or last.get(seat, by) != by and settings["starts"].get("seat") == seat:
                ready, asked = ready & ({1} if "computer" in by else set()), number
            need(entry["agreed_to_opening"] == (bool(proof["opening"]) and "person" in by), f"{at} not agreed")
            sits[seat], last[seat], sat, ready = by, by, sat | {by.get("person")}, ready | {by.get("person")}
        elif kind == "left":
            need(seat in sits and (of(seat) or not entry["is_removed"]), f"{at} nobody sits there")
            removed |= {of(seat)} if entry["is_removed"] else set()
            ready, asked = (ready, asked) if of(seat) else (ready & {1}, number)
            del sits[seat]
        elif kind == "committed":
            need(person in sat | {1}, f"{at} they have never sat here")
            commitments[person] = entry["commitment"]
        elif kind == "frozen":
            need(len(sits) == proof["seats"] and plays <= ready, f"{at} a seat is free, or somebody is not ready")
            freeze(frozen := entry["players"], commitments, sits)
        elif kind == "started":
            shown = {each["person"]: each["seed"] for each in entry["seeds"]}
            need([each["person"] for each in entry["seeds"]] == sorted(shown), f"{at} a seed is shown twice")
            need(set(shown) <= {player["person"] for player in frozen}, f"{at} a seed fits no frozen commitment")
            follows = [("began", 0)] if first_of(proof, settings) else ()
        elif kind in ("sat-in", "taken-over", "took-back"):
            is_lent = kind == "taken-over" or seat in stand_ins and not (kind == "took-back" and seat in late)
            need(of(seat) and is_lent == (kind != "sat-in") and (seat in out) == (kind == "taken-over"), f"{at} nobody's seat")
            need(entry.get("level", stand_in) == stand_in and seat not in chosen, f"{at} nobody of that level sits in")
            stand_ins = stand_ins - {seat} if kind == "took-back" else stand_ins | {seat}
            late = late | {seat} if entry.get("missed") else late - {seat}
            follows = [("abandoned", 0)] if kind == "taken-over" and not plays else ()
        elif kind in ("resigned", "out-of-time"):
            need(of(seat) and seat not in (out if kind == "resigned" else {*out, *stand_ins, *chosen}), f"{at} not waited for")
            chosen, out = {other: event for other, event in chosen.items() if other != seat}, out | {seat}
            ends = [("abandoned", 0)] if len(out) == 2 else [("finished", 0), *[(kind, 1 - seat)][:kind == "out-of-time"]]
            follows = ends if proof["seats"] == 2 else [("taken-over", seat)]
        elif kind == "chose":
            need(seat in chosen if entry["event"] is None else of(seat) and seat not in {*chosen, *stand_ins}, f"{at} not so")
            chosen = {other: event for other, event in {**chosen, seat: entry["event"]}.items() if event is not None}
        elif kind == "came-in":
            need(opened["newcomers"] and "computer" in sits[seat] and person not in sat, f"{at} nobody can come in there")
            entered |= {seat} & set([by for _, by, _ in live if by is not None][-1:])
            need(entry["agreed_to_opening"] == bool(proof["opening"]), f"{at} not agreed")
            sits[seat], came_in[seat], sat = {"person": person}, (number, person), sat | {person}
        elif kind == "action":
            is_computers = seat in stand_ins or "computer" in sits[seat]
            need(entry["by_computer"] == is_computers and seat not in entered, f"{at} somebody else acts")
            entered, late = set(), late - {seat}
            need(chosen.pop(seat, entry["event"]) == entry["event"], f"{at} the seat has settled another action")
            live.append((number, seat, entry["event"]))
        elif kind == "chance":
            event, chances = entry["event"], chances + 1
            need(entry["chance_number"] == chances, f"{at} it is chance event {chances}")
            drawn = derive(entry["draw"], words(proof, f"dice {chances}"))
            need(entry["draw"] == bag_of(proof, event, live) and entry["drawn"] == drawn, f"{at} {drawn} was drawn otherwise")
            need(written(settings["options"], event, drawn) == event.split()[1:], f"{at} `{event}` is not {drawn}")
            live.append((number, None, event))
        elif kind == "undo":
            own = [n for n, by, _ in live if by == seat and n > came_in.get(seat, (0,))[0]]
            need(own[-1:] == [entry["from"]] and seat not in stand_ins, f"{at} it is not their last action")
            agreed = entry["agreed"]
            is_over_chance = any(by is None for n, by, _ in live if n >= entry["from"])
            is_allowed = not is_over_chance or opened["practice"] or not stand_ins and all(map(of, sits))
            wanted = sorted(plays if is_over_chance else plays & set(agreed))
            need(is_allowed and agreed == wanted and of(seat) in agreed, f"{at} not everybody agreed")
            live, redraws, entered = [past for past in live if past[0] < entry["from"]], redraws + is_over_chance, set()
        elif kind == "abandoned":
            need(by in (sat | {None, 1} if plays or not out else {None}), f"{at} somebody closes it who never sat here")
    need(phase in ("over", "closed"), "the log ends before the game does")
    now = lambda seats: sorted((seat - turned) % proof["seats"] for seat in seats)
    players = [{**player, "seats": now(player["seats"]), "seed": shown.get(player["person"])} for player in frozen]
    players.sort(key=lambda player: (player["commitment"], player["person"]))
    need(players == proof["players"], "the players are not those whose commitments were frozen, in that order")
    return chances, redraws, lots, [f"person {who} came in at event {n} for seat {at}" for at, (n, who) in came_in.items()]

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
    need(proof["format"] == 3 and sorted(proof) == sorted(TOP), "unknown format or fields")
    for seed, promised in ((each["seed"], each["commitment"]) for each in [proof["server"], *proof["players"]]):
        need(seed is None or sha256(bytes.fromhex(seed)).hex() == promised, "a seed is not the one committed to")
    chances, redraws, lots, came_in = live_through(proof)
    need(sha256(canonical({name: proof[name] for name in TOP[:-1]})).hex() == proof["seal"], "the seal is broken")
    heads, covered = chain(proof), None
    for number, _, head in (text.rpartition(":") for text in kept):
        need(head in heads and number in ("", str(heads.index(head))), f"the head {head} that was kept is not in the chain")
        covered = max(covered or 0, heads.index(head))
    withheld = [f"person {player['person']}" for player in proof["players"] if player["seed"] is None]
    verdict = ("NOT DRAWN (the opening was given)" if proof["opening"] else
               f"NOT PROVED (seeds not shown: {', '.join(withheld)})" if withheld else
               "NOT PROVED (the server alone had a seed)" if chances + lots and not proof["players"] else "FAIR")
    limits = ("no head was kept: whoever knows the server's seed could have cut or rewritten the log" if covered is None
              else f"the head covers events 1 to {covered}, not the {len(heads) - 1 - covered} after them")
    told = [f"{len(heads) - 1} events, {chances} of chance, {redraws} redraws, {lots} lots", *came_in, limits]
    return verdict, "; ".join([*told, f"server {proof['server']['commitment']}", f"head {heads[-1]}", "the rules were not checked"])

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
