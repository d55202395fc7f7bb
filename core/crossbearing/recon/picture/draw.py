"""Drawing a scene as SVG or PNG with Matplotlib; the same scene gives the same bytes."""

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.text import printable
from crossbearing.recon.picture.scene import LABEL_HEIGHT, SIDE, Cell, Folder, Heat, Link, Mark, Scene, roles_shown
from crossbearing.recon.picture.treemap import Box

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Format = Literal["svg", "png"]

COLOURS = {
    "source": "#7aa6d6",
    "test": "#93c48b",
    "docs": "#e0c97f",
    "example": "#d9a36b",
    "generated": "#c4b7d4",
    "vendored": "#bdbdbd",
}
"""The colour of each role."""
_FRAMES = ("#f4f6f8", "#e6eaee", "#d8dee4", "#cad2da")
_INK = "#24303c"
_LINK = "#3b4a5a"
_HEAT = "#d7261e"
_DPI = 100
_FONT = 7.5
_MARKS = {"entry point": (">", "#0b7a3b"), "command": ("s", "#5b3fa0")}
_BUNDLING = 0.85
_LISTED = 5
_LONGEST = 80


def draw_picture(scene: Scene, picture_format: Format) -> bytes:
    """Draw a scene, 1,024 pixels square.

    Raises :class:`CrossbearingError` where Matplotlib is not installed.
    """
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise CrossbearingError(
            "drawing needs the package matplotlib; install it with: pip install 'crossbearing[report]'"
        ) from None
    settings: Any = {"svg.hashsalt": "crossbearing", "svg.fonttype": "path", "font.family": "DejaVu Sans"}
    with mpl.rc_context(settings):
        figure = Figure(figsize=(SIDE / _DPI, SIDE / _DPI), dpi=_DPI)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_xlim(0, SIDE)
        axes.set_ylim(SIDE, 0)
        axes.axis("off")
        _paint(axes, scene)
        out = io.BytesIO()
        metadata = {"Date": None} if picture_format == "svg" else {"Software": None}
        figure.savefig(out, format=picture_format, dpi=_DPI, facecolor="white", metadata=metadata)
        return out.getvalue()


def _paint(axes: "Axes", scene: Scene) -> None:
    _text(axes, 6, LABEL_HEIGHT - 2, scene.title, SIDE - 12, size=10, weight="bold")
    for folder in scene.folders:
        _folder(axes, folder)
    hot = {item.path: item for item in scene.heat}
    for cell in scene.cells:
        _cell(axes, cell)
    strongest = max((link.count for link in scene.links), default=1)
    for link in scene.links:
        _link(axes, link, strongest)
    for item in reversed(scene.heat):
        _hot(axes, item)
    for mark in scene.marks:
        _mark(axes, mark)
    _legend(axes, scene, list(hot.values()))


def _rectangle(axes: "Axes", box: Box, **style: Any) -> None:
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((box.x, box.y), box.width, box.height, **style))


def _folder(axes: "Axes", folder: Folder) -> None:
    colour = _FRAMES[min(folder.depth, len(_FRAMES) - 1)]
    _rectangle(axes, folder.box, facecolor=colour, edgecolor="#8b97a3", linewidth=0.6)
    if folder.is_labelled:
        weight = "bold" if folder.depth == 0 else "normal"
        _text(axes, folder.box.x + 4, folder.box.y + 11, folder.label, folder.box.width - 8, weight=weight)


def _cell(axes: "Axes", cell: Cell) -> None:
    _rectangle(axes, cell.box, facecolor=COLOURS.get(cell.role, "#ffffff"), edgecolor="white", linewidth=0.5)
    if cell.label:
        _text(axes, cell.box.x + 3, cell.box.y + 10.5, cell.label, cell.box.width - 6 - cell.taken)


def _text(
    axes: "Axes", x: float, y: float, text: str, width: float, size: float = _FONT, weight: str = "normal"
) -> float:
    """Write on the baseline ``y``, cut to ``width`` pixels, or nothing where hardly anything fits; return its width."""
    from matplotlib.font_manager import FontProperties

    font = FontProperties(family="DejaVu Sans", size=size, weight=weight)
    renderer: Any = axes.figure.canvas
    measure = renderer.get_renderer().get_text_width_height_descent

    def needs(shown: str) -> float:
        return float(measure(shown, font, ismath=False)[0])

    shown = printable(text)[:_LONGEST]
    if needs(shown) > width:
        kept = next((count for count in range(len(shown) - 1, 2, -1) if needs(f"{shown[:count]}…") <= width), 0)
        if not kept:
            return 0.0
        shown = f"{shown[:kept]}…"
    axes.text(x, y, shown, fontproperties=font, color=_INK, parse_math=False)
    return needs(shown)


def _link(axes: "Axes", link: Link, strongest: int) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    points = list(_bundled(link.waypoints))
    if len(points) < 2:
        return
    vertices, codes = [points[0]], [Path.MOVETO]
    for middle, end in zip(points[1:], [*points[2:], points[-1]], strict=True):
        # A smooth curve through the middles between waypoints.
        vertices += [middle, ((middle[0] + end[0]) / 2, (middle[1] + end[1]) / 2)]
        codes += [Path.CURVE3, Path.CURVE3]
    vertices.append(points[-1])
    codes.append(Path.LINETO)
    width = 0.5 + 3.0 * (link.count / strongest) ** 0.5
    axes.add_patch(PathPatch(Path(vertices, codes), facecolor="none", edgecolor=_LINK, linewidth=width, alpha=0.45))
    axes.plot(*points[-1], marker="o", markersize=2.5, color=_LINK, alpha=0.8)


def _bundled(points: tuple[tuple[float, float], ...]) -> Iterator[tuple[float, float]]:
    """Pull the way towards the straight line by what bundling leaves."""
    count = len(points) - 1
    (x0, y0), (x1, y1) = points[0], points[-1]
    for number, (x, y) in enumerate(points):
        share = number / count if count else 0.0
        straight = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
        yield (
            _BUNDLING * x + (1 - _BUNDLING) * straight[0],
            _BUNDLING * y + (1 - _BUNDLING) * straight[1],
        )


def _hot(axes: "Axes", item: Heat) -> None:
    box = item.box if item.box.area >= 36 else Box(item.box.centre[0] - 3, item.box.centre[1] - 3, 6, 6)
    alpha = 0.25 + 0.5 * item.share
    _rectangle(axes, box, facecolor=_HEAT, edgecolor=_HEAT, linewidth=1.0, alpha=alpha)


def _mark(axes: "Axes", mark: Mark) -> None:
    shape, colour = _MARKS[mark.kind]
    axes.plot(mark.x, mark.y, marker=shape, markersize=6, color=colour, markeredgecolor="white", markeredgewidth=0.6)


def _legend(axes: "Axes", scene: Scene, heat: list[Heat]) -> None:
    y, x = SIDE - 44.0, 8.0
    for role in roles_shown(scene.cells, COLOURS):
        _rectangle(axes, Box(x, y - 9, 12, 12), facecolor=COLOURS[role], edgecolor="white", linewidth=0.5)
        x += 34 + _text(axes, x + 16, y, role, 100)
    for kind, (shape, colour) in _MARKS.items():
        axes.plot(x + 5, y - 4, marker=shape, markersize=6, color=colour)
        x += 32 + _text(axes, x + 14, y, kind, 100)
    axes.plot([x, x + 22], [y - 4, y - 4], color=_LINK, linewidth=2, alpha=0.6)
    axes.plot(x + 22, y - 4, marker="o", markersize=2.5, color=_LINK)
    x += 44 + _text(axes, x + 28, y, "imports (to the dot)", 160)
    _text(axes, x, y, "documents at a quarter of their size", SIDE - x - 8)
    for number, item in enumerate(heat[:_LISTED]):
        column, line = divmod(number, 2)
        left = 8.0 + column * 340
        _rectangle(axes, Box(left, y + 10 + 15 * line - 7, 10, 10), facecolor=_HEAT, alpha=0.25 + 0.5 * item.share)
        _text(axes, left + 14, y + 18 + 15 * line - 6, f"{item.rank}. {item.path}", 320)
