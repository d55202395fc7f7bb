"""One picture of a repository: nested areas, what imports what, and where an issue points."""

from crossbearing.recon.picture.draw import draw_picture
from crossbearing.recon.picture.scene import Scene, scene_of

__all__ = ["Scene", "draw_picture", "scene_of"]
