//! What an editor asks about a diagram, as plain data: no protocol and no JSON.
