"""One file a kind of camera; `hardware.camera.open_camera` chooses among them."""
