"""The nets, as torch modules: dense 3x3 convolutions throughout, the kind that OpenCV runs fastest."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from vision.prints.digits import CLASSES
from vision.prints.faces import KINDS
from vision.prints.marks import KINDS as MARKS

MAPS = 16
"""What the finder gives per spot: 3 heats (print, pass, card), place in the step (2), log digit height, up
(sin, cos), way to the card's centre (2), log card height and width, its doubled up and its up (sin, cos)."""


KEPT = 28
"""Channels of the reader that keep where in the crop things stand; with 32 the nets once passed 3 MB."""


def conv(into: int, out: int, step: int = 1, size: int = 3) -> nn.Sequential:
    """A convolution, normalised, with a ReLU."""
    layer = nn.Conv2d(into, out, size, step, size // 2, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(out), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two convolutions around a short cut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.a, self.b = conv(width, width), nn.Sequential(*list(conv(width, width))[:2])

    def forward(self, x: Tensor) -> Tensor:
        """Add what the two convolutions find to what is known."""
        return F.relu(x + self.b(self.a(x)))


class Finder(nn.Module):
    """A small U-shaped net: picture (N, 3, H, W) 0..1 BGR to maps (N, 16, H/4, W/4), the heats as 0..1."""

    def __init__(self, widths: tuple[int, int, int, int, int] = (16, 24, 40, 64, 96)) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.to4 = nn.Sequential(conv(3, a, 2), conv(a, b, 2), conv(b, b))
        self.to8 = nn.Sequential(conv(b, c, 2), Residual(c))
        self.to16 = nn.Sequential(conv(c, d, 2), Residual(d), Residual(d), Residual(d))
        self.to32 = nn.Sequential(conv(d, e, 2), Residual(e), Residual(e))
        self.up16, self.mix16 = conv(e, d, size=1), conv(d, d)
        self.up8, self.mix8 = conv(d, c, size=1), conv(c, c)
        self.up4, self.mix4 = conv(c, b, size=1), conv(b, b)
        self.head = conv(b, d // 2)
        self.heat, self.rest = nn.Conv2d(d // 2, 3, 1), nn.Conv2d(d // 2, MAPS - 3, 1)
        nn.init.constant_(self.heat.bias, -4.0)  # type: ignore[arg-type]
        usual = [0.0, 0.0, 2.9, 0.0, 0.0, 0.0, 0.0, 4.6, 4.2, 0.0, 0.0, 0.0, 0.0]
        self.rest.bias.data = torch.tensor(usual)

    def raw(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Give the heats before the sigmoid, and the other maps."""
        x4 = self.to4(x)
        x8 = self.to8(x4)
        x16 = self.to16(x8)
        y = self.mix16(x16 + _double(self.up16(self.to32(x16))))
        y = self.mix8(x8 + _double(self.up8(y)))
        y = self.head(self.mix4(x4 + _double(self.up4(y))))
        with torch.autocast("cpu", enabled=False):  # half-precision logarithms would be 3 % off
            return self.heat(y.float()), self.rest(y.float())

    def forward(self, x: Tensor) -> Tensor:
        """Give all maps in one tensor, as the product wants them."""
        heat, rest = self.raw(x)
        return torch.cat([torch.sigmoid(heat), rest], 1)


def _double(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


class Aligner(nn.Module):
    """A very small net: crops (N, 3, 48, 48) 0..1 BGR to where the number in them really stands (N, 5).

    Offset (x, y) in crop pixels / 16, log of how much higher it is than thought, sine and cosine of its up.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (16, 24, 32, 48)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.trunk = nn.Sequential(
            conv(3, a, 2), conv(a, b), conv(b, c, 2), Residual(c), conv(c, d, 2), Residual(d)
        )
        self.squeeze = conv(d, 16, size=1)
        self.say = nn.Linear(16 * 6 * 6, 5)

    def forward(self, x: Tensor) -> Tensor:
        """Give the five figures a crop."""
        return self.say(torch.flatten(self.squeeze(self.trunk(x)), 1))


class Faces(nn.Module):
    """A very small net: crops (N, 3, 96, 96) 0..1 BGR to scores (N, 3): number card, pass card, neither."""

    def __init__(self, widths: tuple[int, int, int, int] = (16, 24, 40, 64)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.trunk = nn.Sequential(
            conv(3, a, 2), conv(a, b, 2), conv(b, c, 2), Residual(c), conv(c, d, 2), Residual(d)
        )
        self.squeeze = conv(d, 16, size=1)  # keeps where things stand: the card asked about is in the middle
        self.drop = nn.Dropout(0.3)
        self.say = nn.Linear(16 * 6 * 6, KINDS)

    def forward(self, x: Tensor) -> Tensor:
        """Give one score a kind."""
        return self.say(self.drop(torch.flatten(self.squeeze(self.trunk(x)), 1)))


class Reader(nn.Module):
    """A small classifier: crops (N, 3, 48, 72) 0..1 BGR to scores (N, 111)."""

    def __init__(self, widths: tuple[int, int, int, int] = (24, 32, 64, 128), kept: int = KEPT) -> None:
        super().__init__()
        a, b, c, d = widths
        self.trunk = nn.Sequential(
            conv(3, a, 2), conv(a, b), conv(b, c, 2), Residual(c), conv(c, d, 2), Residual(d)
        )
        # keeps where in the crop things stand: 12 and 21 differ in nothing else
        self.squeeze = conv(d, kept, size=1)
        self.drop = nn.Dropout(0.2)
        self.score = nn.Linear(kept * 6 * 9, CLASSES)
        # these two teach and are not shipped
        self.tens, self.ones = nn.Linear(kept * 6 * 9, 11), nn.Linear(kept * 6 * 9, 10)

    def full(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Give one score a class, one for each value of the tens (0-10) and of the ones (0-9)."""
        seen = self.drop(torch.flatten(self.squeeze(self.trunk(x)), 1))
        return self.score(seen), self.tens(seen), self.ones(seen)

    def forward(self, x: Tensor) -> Tensor:
        """Give one score a class."""
        return self.score(torch.flatten(self.squeeze(self.trunk(x)), 1))


class Quick(Reader):
    """A reader of less than half the work, for the many crops that are clear."""

    def __init__(self) -> None:
        super().__init__((16, 24, 48, 64), 16)


class Marks(nn.Module):
    """A tiny net: crops (N, 3, 48, 72) 0..1 BGR to scores (N, 3) of a mark at feet, head, nowhere."""

    def __init__(self, widths: tuple[int, int, int] = (12, 16, 24)) -> None:
        super().__init__()
        a, b, c = widths
        self.trunk = nn.Sequential(conv(3, a, 2), conv(a, b), conv(b, c, 2), Residual(c), conv(c, 8, size=1))
        self.drop = nn.Dropout(0.2)
        self.say = nn.Linear(8 * 12 * 18, MARKS)

    def forward(self, x: Tensor) -> Tensor:
        """Give one score a kind."""
        return self.say(self.drop(torch.flatten(self.trunk(x), 1)))


NETS: dict[str, type[nn.Module]] = {
    "finder": Finder,
    "aligner": Aligner,
    "faces": Faces,
    "digits": Reader,
    "quick": Quick,
    "marks": Marks,
}
"""All nets by the names under which they ship."""
