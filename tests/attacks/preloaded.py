"""What a server needs, loaded once for all that are forked from here: a thousand of them must start soon."""

import grognard
import grognard.server.app
import grognard.server.running

grognard.start("marne-1914", "counter-attack", 7)
