"""Puts the binary of weft into a wheel, and names its platform.

``WEFT_WHEEL`` names the platform: GOOS and GOARCH, such as ``linux/amd64``. ``WEFT_WHEEL_BINARY`` is the path of the binary. Without both the
wheel has no binary, and the package takes the ``weft`` on the path.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The binary is static, so that it runs with every C library.
TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}


class Hook(BuildHookInterface[Any]):
    """The build hook of hatchling."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the binary and the tag."""
        platform, binary = os.environ.get("WEFT_WHEEL"), os.environ.get("WEFT_WHEEL_BINARY")
        if version == "editable" or (platform is None and binary is None):
            return
        if platform not in TAGS or binary is None:
            raise ValueError(f"WEFT_WHEEL is {platform!r}, and WEFT_WHEEL_BINARY is {binary!r}: set both, the first to one of {', '.join(TAGS)}")
        if not Path(binary).is_file():
            raise ValueError(f"{binary} is no file: WEFT_WHEEL_BINARY is the path of the binary")
        name = "weft.exe" if platform.startswith("windows/") else "weft"
        build_data["force_include"][binary] = f"weft/bin/{name}"
        build_data["tag"] = f"py3-none-{TAGS[platform]}"
        build_data["pure_python"] = False
