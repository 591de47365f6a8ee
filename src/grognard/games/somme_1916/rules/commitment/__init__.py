"""Assault Commitment (module 8).

    8.0-8.1, 8.6-8.8  phase       who attacks what, who goes over the top, who fights on
    8.2-8.5           command     the support of HQs
"""
