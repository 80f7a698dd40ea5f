"""Measures: lengths, masses, volumes of liquid, time, and what they are in another unit."""

from __future__ import annotations

from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Said, Scene, numeric, tell
from aule.apps.school.generating.numbers import COUNT, number, of
from aule.apps.school.generating.people import person

LENGTHS = (("m", "cm", 100), ("km", "m", 1000), ("cm", "mm", 10), ("m", "mm", 1000))
MASSES = (("kg", "g", 1000), ("t", "kg", 1000), ("g", "mg", 1000))
LIQUIDS = (("L", "mL", 1000),)
CUBIC = (("m³", "L", 1000), ("dm³", "L", 1))
HOURS = (
    ("Um filme começou às {a} e terminou às {b}.", "Quantos minutos durou o filme?", "O filme durou {} minutos."),
    ("A aula de natação vai das {a} às {b}.", "Quantos minutos dura a aula?", "A aula dura {} minutos."),
    (
        "Um ônibus saiu da rodoviária às {a} e chegou às {b}.",
        "Quantos minutos durou a viagem?",
        "A viagem durou {} minutos.",
    ),
)


def length(draw: Draw, level: Level) -> Item:
    """Make a problem: a length in another unit."""
    return _converted(draw, level, draw.one(LENGTHS[: 1 if level.year <= 2 else 4]))


def mass(draw: Draw, level: Level) -> Item:
    """Make a problem: a mass in another unit."""
    return _converted(draw, level, draw.one(MASSES[: 1 if level.year <= 3 else 3]))


def liquid(draw: Draw, level: Level) -> Item:
    """Make a problem: a volume of liquid in another unit."""
    return _converted(draw, level, draw.one(LIQUIDS))


def cubic(draw: Draw, level: Level) -> Item:
    """Make a problem: litres and cubic metres."""
    return _converted(draw, level, draw.one(CUBIC[:1] if level.step else CUBIC))


def bottles(draw: Draw, level: Level) -> Item:
    """Make a problem: how many portions a larger unit gives."""
    portion = draw.one(((250, 500), (200, 250, 400, 500), (125, 150, 300, 350))[level.step])
    count = draw.whole(4, level.pick(12, 30, 60))
    total = portion * count
    while total % 50 or (Fraction(total, 1000) * 100).denominator != 1:
        count += 1
        total = portion * count
    litres = Fraction(total, 1000)
    said = tell(
        draw,
        [
            Scene(
                "Na festa junina há {litres} L de quentão sem álcool, servido em copos de {portion} mL. | "
                "Quantos copos é possível servir? | É possível servir {answer} copos."
            ),
            Scene(
                "Uma cozinheira tem {litres} kg de farinha e usa {portion} g em cada bolo. | "
                "Quantos bolos ela consegue fazer? | Ela consegue fazer {answer} bolos."
            ),
        ],
        litres=litres,
        portion=portion,
    )
    steps = [
        f"Na mesma unidade: {number(litres)} × 1.000 = {number(total)}.",
        f"{number(total)} ÷ {portion} = {count}.",
    ]
    mistakes = (count * 10, count + 1, max(1, count // 10), count - 2, count + portion // 50)
    return numeric(said, count, f"{_plain(litres)} * 1000 / {portion}", COUNT, mistakes=mistakes, steps=steps)


def duration(draw: Draw, level: Level) -> Item:
    """Make a problem: how long something took, from one hour to another."""
    scene, asked, told = draw.one(HOURS)
    start = draw.whole(7, 19) * 60 + draw.whole(0, 11) * 5
    took = draw.whole(level.pick(3, 9, 15), level.pick(11, 24, 40)) * 5
    if level.step == 0 and level.year <= 3:
        start, took = start // 60 * 60, draw.whole(1, 3) * 30
    end = start + took
    said = Said(scene.format(a=_clock(start), b=_clock(end)), asked, told)
    steps = [f"De {_clock(start)} até {_clock(end)} passam {_spoken(took)}."]
    if took > 60:
        steps.append(f"{took // 60} h = {took // 60 * 60} min; {took // 60 * 60} + {took % 60} = {took} minutos.")
    naive = abs((end // 60 * 100 + end % 60) - (start // 60 * 100 + start % 60))
    mistakes = (naive, took + 10, took - 5, took + 60, took + 5)
    return numeric(
        said,
        took,
        f"minutos({end // 60}, {end % 60}) - minutos({start // 60}, {start % 60})",
        COUNT,
        mistakes=mistakes,
        steps=steps,
    )


def hours(draw: Draw, level: Level) -> Item:
    """Make a problem: hours and minutes in minutes, or minutes in seconds."""
    whole, rest = draw.whole(1, level.pick(3, 6, 12)), draw.whole(1, 11) * 5
    big, small = draw.one((("horas", "minutos"), ("minutos", "segundos")))
    who = person(draw)
    one = big[:-1] if whole == 1 else big
    said = Said(
        f"{who.name} estudou durante {whole} {one} e {rest} {small}."
        if big == "horas"
        else f"Na prova de corrida, {who.name} fez o tempo de {whole} {one} e {rest} {small}.",
        f"Quanto é esse tempo em {small}?",
        f"Esse tempo é de {{}} {small}.",
    )
    value = whole * 60 + rest
    steps = [
        f"Cada {big[:-1]} tem 60 {small}: {whole} × 60 = {whole * 60}.",
        f"{whole * 60} + {rest} = {value} {small}.",
    ]
    mistakes = (whole * 100 + rest, whole + rest, whole * 60, value + 60, value - 10)
    return numeric(said, value, f"{whole} * 60 + {rest}", COUNT, mistakes=mistakes, steps=steps)


def _converted(draw: Draw, level: Level, units: tuple[str, str, int]) -> Item:
    big, small, by = units
    scale = (1, 2, 20)[level.step] if level.year >= 4 else 1
    amount = Fraction(draw.whole(2 * scale, 25 * scale), scale)
    is_down = level.step == 0 or draw.is_heads()
    if is_down:
        given, value, unit_from, unit_to = amount, amount * by, big, small
        steps = [f"1 {big} = {number(by)} {small}.", f"{number(amount)} × {number(by)} = {number(value)} {small}."]
        account = f"{_plain(amount)} * {by}"
    else:
        given, value, unit_from, unit_to = amount * by, amount, small, big
        steps = [f"1 {big} = {number(by)} {small}.", f"{number(given)} ÷ {number(by)} = {number(value)} {big}."]
        account = f"{_plain(given)} / {by}"
    said = Said(
        "",
        f"Quantos {unit_to} correspondem a {number(given)} {unit_from}?",
        f"{number(given)} {unit_from} correspondem a {{}}.",
    )
    mistakes = (value * 10, value / 10, value * 100, given if by > 1 else given * 1000, value + 1)
    return numeric(said, value, account, of(unit_to), mistakes=mistakes, steps=steps)


def _clock(minutes: int) -> str:
    whole, rest = divmod(minutes, 60)
    return f"{whole} h" if rest == 0 else f"{whole} h {rest:02d} min"


def _spoken(minutes: int) -> str:
    whole, rest = divmod(minutes, 60)
    if whole == 0:
        return f"{rest} minutos"
    return f"{whole} h" if rest == 0 else f"{whole} h e {rest} min"


def _plain(value: Fraction) -> str:
    return number(value).replace(".", "").replace(",", ".")
