# -*- coding: latin-1 -*-
name = "café noir"
café = name.upper()
