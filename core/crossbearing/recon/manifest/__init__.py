"""The manifest of a repository: collected from its files, canonical, provable, and small enough to hand to a model."""

from crossbearing.model.manifest import Manifest
from crossbearing.recon.manifest.assemble import assemble_manifest
from crossbearing.recon.manifest.collect import collect_manifest
from crossbearing.recon.manifest.document import manifest_from_json, manifest_to_json
from crossbearing.recon.manifest.header import manifest_header
from crossbearing.recon.manifest.render import render_manifest

__all__ = [
    "Manifest",
    "assemble_manifest",
    "collect_manifest",
    "manifest_from_json",
    "manifest_header",
    "manifest_to_json",
    "render_manifest",
]
