"""A dispute as HTML: one article, for the dashboard and for a file that needs nothing else. Pure."""

import base64
import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from companion.clock import NS_PER_MS, Instant, seconds
from companion.disputes import words
from companion.disputes.clips import FrameNote, clip_name
from companion.disputes.dispute import Dispute
from companion.disputes.timeline import Timeline, draw, timeline_of
from companion.jumps.adjudicator import Timing
from companion.language import SOURCE, Text, decimal, say

HEAD = '<!doctype html>\n<html lang="'
MAKER = '<meta name="generator" content="tabletop companion, disputes">'
"""With this a page begins, and this it says of itself."""

OF = '<meta name="dispute" content="{name}">'
"""And so it says which dispute it is about."""

STYLE, SCRIPT, SHEET = "dispute.css", "dispute.js", "sheet.css"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to show: where it is to be had (an address or a data URI), its note, width and height.

    With its size it has its place on the page before the first script runs.
    """

    source: str
    note: FrameNote
    size: tuple[int, int] | None = None


def asset(name: str) -> str:
    """Give the text of a style sheet or script of the page."""
    return (files("companion.disputes") / "assets" / name).read_text(encoding="utf-8")


def mark_of(dispute: Dispute) -> str:
    """Give what only pages about this dispute hold, whatever became of it since."""
    return OF.format(name=clip_name(dispute))


def embedded(jpeg: bytes) -> str:
    """Give a picture as a data URI."""
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode()


def article(
    dispute: Dispute, pictures: Sequence[Picture] = (), language: str = SOURCE, without: Text | None = None
) -> str:
    """Give the article about a dispute; ``without`` says why there are no pictures, where there are none."""
    page = _Page(language)
    notes = [picture.note for picture in pictures]
    return "".join(
        (
            f'<article class="dispute" data-player data-verdict="{dispute.verdict}">',
            page.ruling(dispute),
            page.player(dispute, pictures) if pictures else page.no_pictures(without),
            page.times(dispute, timeline_of(dispute, notes)),
            page.section(say("The rule"), [page.line("p", line) for line in words.rule()]),
            page.evidence(dispute, notes),
            "</article>",
        )
    )


def document(
    dispute: Dispute, pictures: Sequence[Picture] = (), language: str = SOURCE, footer: str = ""
) -> str:
    """Give the whole page about a dispute, with style, script and pictures in it."""
    page = _Page(language)
    title = page.said(words.title(dispute))
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    return (
        f'{HEAD}{language}">\n<head>\n<meta charset="utf-8">\n{MAKER}\n{mark_of(dispute)}\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{title}</title>\n'
        f"<style>{asset(SHEET)}{asset(STYLE)}</style>\n</head>\n<body>\n"
        f'<header class="sheet-head"><h1>{title}</h1><p>{page.said(words.when(dispute))}</p></header>\n'
        f"<main>{article(dispute, pictures, language)}</main>\n"
        f'<footer class="sheet-foot"><p>{html.escape(footer)}</p></footer>\n'
        f'<script type="module">{asset(SCRIPT)}</script>\n</body>\n</html>\n'
    )


class _Page:
    """Says and escapes in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def said(self, text: object) -> str:
        """Give a text in the language, escaped."""
        return html.escape(text.shown(self._language) if isinstance(text, Text) else str(text))

    def line(self, tag: str, text: object, kind: str = "") -> str:
        """Give an element with this text."""
        named = f' class="{kind}"' if kind else ""
        return f"<{tag}{named}>{self.said(text)}</{tag}>"

    def section(self, heading: Text, lines: Sequence[str], kind: str = "") -> str:
        """Give a section under a heading."""
        named = f' class="{kind}"' if kind else ""
        return f"<section{named}>{self.line('h2', heading)}{''.join(lines)}</section>"

    def ruling(self, dispute: Dispute) -> str:
        """Give verdict, margin, reason, and what became of it."""
        margin = words.margin(dispute)
        parts = [self.line("strong", words.verdict(dispute), "verdict")]
        parts += [self.line("span", margin, "margin")] if margin else []
        reason = self.line("p", dispute.ruling["reason"], "reason")
        outcome = self.line("p", words.outcome(dispute), "outcome")
        return f'<section class="ruling"><p class="headline">{" ".join(parts)}</p>{reason}{outcome}</section>'

    def no_pictures(self, why: Text | None) -> str:
        """Say why there is nothing to see."""
        return self.line("p", why or say("No pictures were kept of it."), "no-pictures")

    def player(self, dispute: Dispute, pictures: Sequence[Picture]) -> str:
        """Give the pictures to step through."""
        zero = dispute.claimed.at if dispute.claimed else dispute.at
        shown = [{"src": p.source, "ms": round((p.note.span.latest - zero) / NS_PER_MS, 1)} for p in pictures]
        ended = (dispute.ended.at - zero) / NS_PER_MS if dispute.ended else None
        told = {
            "frames": shown,
            "next": ended,
            "before": self._plain(say("{ms} ms before the claim", ms="{ms}")),
            "after": self._plain(say("{ms} ms after the claim", ms="{ms}")),
            "at": self._plain(say("at the claim")),
            "picture": self._plain(
                say("Picture {n} of {count}: {when}", n="{n}", count="{count}", when="{when}")
            ),
            "play": self._plain(say("Play")),
            "pause": self._plain(say("Stop")),
        }
        needs = self.line("noscript", say("Stepping through the pictures needs JavaScript."))
        data = json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")
        pictures_label, picture_label = self.said(say("Pictures")), self.said(say("The picture"))
        first = next((p for p in pictures if p.note.span.latest >= zero), pictures[-1])
        return (
            f'<section class="player" aria-label="{pictures_label}">'
            f'<div class="stage" data-stage tabindex="0" role="group" aria-label="{picture_label}">'
            f"{self._first(first)}</div>"
            f'{needs}<p class="stamp"><output data-stamp></output></p>{self._controls(dispute)}'
            f'<script type="application/json">{data}</script></section>'
        )

    def _first(self, picture: Picture) -> str:
        """Give the picture at the claim, from which the script goes on; none where its size is unknown."""
        if picture.size is None:
            return ""
        width, height = picture.size
        source, alt = html.escape(picture.source), self.said(say("The picture"))
        return f'<img src="{source}" width="{width}" height="{height}" alt="{alt}" draggable="false">'

    def _controls(self, dispute: Dispute) -> str:
        slide, speed, size = self.said(say("Which picture")), say("Speed"), say("Size")
        steps = [
            self._button("back", say("One picture back"), "◂"),
            self._button("play", say("Play")),
            self._button("forth", say("One picture on"), "▸"),
        ]
        places = [self._button("claim", say("Claim"))]
        places += [self._button("next", say("Next card"))] if dispute.ended else []
        speeds = [
            self._button("speed-1", say("At full speed"), "1×"),
            self._button("speed-0.25", say("At a quarter of the speed"), "¼×"),
            self._button("speed-0.1", say("At a tenth of the speed"), "⅒×"),
        ]
        sizes = [
            self._button("smaller", say("Smaller"), "−"),
            self._button("larger", say("Larger"), "+"),
        ]
        return (
            f'<div class="controls"><input type="range" data-slide min="0" value="0" aria-label="{slide}">'
            f"{self._keys(steps)}{self._keys(places)}"
            f"{self._keys(speeds, speed)}{self._keys(sizes, size)}</div>"
        )

    def _keys(self, buttons: Sequence[str], name: Text | None = None) -> str:
        named = f' role="group" aria-label="{self.said(name)}"' if name else ""
        return f'<div class="keys"{named}>{"".join(buttons)}</div>'

    def _button(self, does: str, name: Text, sign: str = "") -> str:
        # Whoever speaks to the browser says what stands there: a sign that can be said is part of the name.
        named = f"{sign}: {self.said(name)}" if sign.endswith("×") else self.said(name)
        label = f' aria-label="{named}" title="{self.said(name)}"' if sign else ""
        return f'<button type="button" data-does="{does}"{label}>{sign or self.said(name)}</button>'

    def times(self, dispute: Dispute, timeline: Timeline | None) -> str:
        """Give both times, drawn and in numbers."""
        if timeline is None or dispute.claimed is None:
            return ""
        items = [self._time("claim", say("Claim"), dispute.claimed, dispute.started)]
        if dispute.ended:
            items.append(self._time("next", say("Next card"), dispute.ended, dispute.started))
        meet = say("The two may have been at the same time: where both bars lie, nobody can tell.")
        apart = say("The two times lie surely apart.")
        lines = [draw(timeline, self.said(words.margin(dispute) or say("No next card lies.")))]
        ends = [f"{at:+.0f} ms".replace("-", "−") for at in (timeline.first, timeline.last)]
        lines.append(f'<p class="ends" aria-hidden="true"><span>{ends[0]}</span><span>{ends[1]}</span></p>')
        lines.append(f'<dl class="times">{"".join(items)}</dl>')
        if dispute.ended:
            lines.append(self.line("p", meet if timeline.overlap else apart))
        return self.section(say("The two times"), lines, "both")

    def _time(self, kind: str, name: Text, timing: Timing, start: Instant) -> str:
        facts = {"t": decimal(seconds(timing.at - start), 3), "error": f"{timing.error / NS_PER_MS:.0f}"}
        told = self.said(say("{t} s, give or take {error} ms", **facts))
        return f'<div class="{kind}"><dt>{self.said(name)}</dt><dd>{told}</dd></div>'

    def evidence(self, dispute: Dispute, notes: Sequence[FrameNote]) -> str:
        """List all that the ruling rests on."""
        items = "".join(self.line("li", line) for line in words.evidence(dispute, notes))
        return self.section(say("What this rests on"), [f"<ul>{items}</ul>"])

    def _plain(self, text: Text) -> str:
        return text.to(self._language)
