"""The rules of Friedensturm 1918, a module for each chapter of the book or part of one."""
