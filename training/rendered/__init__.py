"""Ray-traced tables of decks that no net has learnt from, to measure on; never trained on.

Its decks are invented and drawn by code of its own, independent of `training.decks`, and its pictures come
from Blender's Cycles through the package `bpy`: what the nets know of drawn tables helps them little here.
"""
