"""Tells what the bench measured: for people, for programs, and as a page with the reliability diagram."""

from collections.abc import Sequence
from html import escape

from companion.escaping import on_one_line
from companion.language import say_n
from vision.bench.measure import BARS, USUAL_SIZE, Bench, Bin, Misread, Speed, Tally

Json = dict[str, object]

SIDE, RIM = 320, 40
"""Of the diagram, in pixels."""

SIZES = ("memory_mb", "model_mb")
"""Limits that hold whatever the picture's size."""

SHOWN = 30
"""Misread pictures that are listed."""


def as_json(bench: Bench) -> Json:
    """Give everything as one JSON object."""
    speed = bench.speed
    return {
        "scenes": [
            {
                "scene": t.scene, "pictures": t.pictures, "exact": round(t.exact_share, 4), "cards": t.wanted,
                "recall": round(t.recall, 4), "sure": t.sure, "false_sure": t.false,
            }
            for t in bench.tallies
        ],
        "calibration_error": round(bench.error, 4),
        "bins": [
            {"from": b.low, "count": b.count, "said": round(b.said, 3), "right": round(b.right, 3)}
            for b in bench.bins
        ],
        "speed": None if speed is None else _speed_json(speed),
        "misread": [m.picture for m in bench.misread],
        "broken": list(bench.broken),
    }  # fmt: skip


def _speed_json(speed: Speed) -> Json:
    figures = {key: round(float(getattr(speed, key)), 3) for key in ("decode_ms", "start_cpu_s", *BARS)}
    about = {"picture": speed.picture, "size": list(speed.size), "cards": speed.cards}
    return {**about, **figures, "bars": dict(BARS)}


def as_text(bench: Bench) -> list[str]:
    """Give lines for people."""
    if bench.broken and not bench.tallies:
        return ["no picture can be opened, so nothing was measured"]
    return [
        *(_tally(t) for t in bench.tallies),
        *_bins(bench.bins, bench.error),
        *(_speed_lines(bench.speed) if bench.speed else []),
    ]


def _tally(t: Tally) -> str:
    pictures = say_n("{n} picture", "{n} pictures", t.pictures)
    cards = say_n("{n} card", "{n} cards", t.wanted)
    return (
        f"{t.scene}: {pictures}, exact {t.exact_share:.1%}, recall {t.recall:.2%} of {cards}, "
        f"false sure {t.false_share:.3%} ({t.false} of {t.sure})"
    )


def _bins(bins: Sequence[Bin], error: float) -> list[str]:
    if not bins:
        return ["confidence: no picture says where its cards lie, so nothing can be compared"]
    lines = ["confidence   readings   said    right"]
    lines += [f"  {b.low:.1f}-{b.low + 0.1:.1f}   {b.count:>8}   {b.said:6.1%}  {b.right:6.1%}" for b in bins]
    return [*lines, f"expected calibration error {error:.2%}"]


def _speed_lines(speed: Speed) -> list[str]:
    said = {
        "still": f"a frame in which nothing moved: {speed.still:.2f} x decoding",
        "settled": f"a full reading of a settled row of {speed.cards}: {speed.settled:.1f} x decoding",
        "start_s": f"from start to first reading: {speed.start_s:.2f} s "
        f"({speed.start_cpu_s:.2f} s of the processor)",
        "memory_mb": f"memory: {speed.memory_mb:.0f} MB",
        "model_mb": f"models: {speed.model_mb:.2f} MB",
    }
    head = f"speed on {speed.picture}: decoding takes {speed.decode_ms:.1f} ms"
    if speed.size != USUAL_SIZE:
        (wide, high), (usual, usually) = speed.size, USUAL_SIZE
        head += f" ({wide}×{high} pixels; the limits of the times are for {usual}×{usually})"
    lines = [f"  {text} (at most {BARS[key]:g}){_verdict(speed, key)}" for key, text in said.items()]
    return [head, *lines, f"  a reading of that table never seen before: {speed.new:.1f} x decoding"]


def _verdict(speed: Speed, key: str) -> str:
    judged = speed.size == USUAL_SIZE or key in SIZES
    return "  <- too much" if judged and float(getattr(speed, key)) > BARS[key] else ""


HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>How well the eye reads</title>"""
"""With this begins every page."""


def as_page(bench: Bench) -> str:
    """Give a page of its own, without scripts: the figures, the diagram, what was misread."""
    lines = "\n".join(escape(line) for line in as_text(bench))
    rows = "\n".join(_row(m) for m in bench.misread[:SHOWN])
    broken = "".join(f"<li>{escape(on_one_line(words))}" for words in bench.broken)
    left_out = f"<h2>Left out, as they cannot be opened</h2>\n<ul>{broken}</ul>\n" if broken else ""
    return f"""{HEAD}
<style>body{{font:16px/1.5 sans-serif;margin:2em auto;max-width:60em;padding:0 1em}}pre{{overflow-x:auto}}
td,th{{text-align:left;padding:.2em .8em .2em 0;vertical-align:top}}</style>
<h1>How well the eye reads</h1>
<pre>{lines}</pre>
<h2>Is its confidence honest?</h2>
<p>Each dot is a group of readings: to the right what they claim, upwards how often it holds. On the line, a
claim is worth what it says; the larger the dot, the more readings.</p>
{diagram(bench.bins)}
<h2>Not read right in everything</h2>
<table><tr><th>picture<th>there<th>read<th>wrong and sure</tr>
{rows}
</table>
{left_out}</html>
"""


def _row(m: Misread) -> str:
    return f"<tr><td>{escape(m.picture)}<td>{escape(m.wanted)}<td>{escape(m.told)}<td>{m.false or ''}</tr>"


def diagram(bins: Sequence[Bin]) -> str:
    """Draw the reliability diagram as SVG."""
    most = max((b.count for b in bins), default=1)
    dots = "".join(
        f'<circle cx="{_x(b.said):.1f}" cy="{_y(b.right):.1f}" r="{3 + 9 * (b.count / most) ** 0.5:.1f}">'
        f"<title>{b.count} readings: said {b.said:.1%}, right {b.right:.1%}</title></circle>"
        for b in bins
    )
    line = f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="#999" stroke-dasharray="4"/>'
    frame = f'<rect x="{RIM}" y="{RIM // 2}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>'
    words = "".join(
        f'<text x="{_x(v)}" y="{_y(0) + 18}" text-anchor="middle">{v:.0%}</text>'
        f'<text x="{RIM - 6}" y="{_y(v) + 5}" text-anchor="end">{v:.0%}</text>'
        for v in (0.0, 0.5, 1.0)
    )
    size = f'width="{SIDE + 2 * RIM}" height="{SIDE + 2 * RIM}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="reliability diagram" {size} '
        f'font-size="13" fill="#345">{frame}{line}{words}<g fill="#c60">{dots}</g></svg>'
    )


def _x(value: float) -> float:
    return RIM + SIDE * value


def _y(value: float) -> float:
    return RIM // 2 + SIDE * (1 - value)
