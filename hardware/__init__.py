"""The devices: cameras, buttons, lights and sound behind small protocols, and the simulated table.

It offers `camera.open_camera`, `frames.Camera`, `panel.Panel`, `signals`, `simulated.SimulatedTable`.
"""
