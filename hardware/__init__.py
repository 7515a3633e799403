"""The devices: cameras, buttons, lights and sound behind small protocols, and the simulated table.

It offers `cameras.open_camera`, `frames.Camera`, `panel.Panel`, `signals`, `simulated.SimulatedTable`.
"""
