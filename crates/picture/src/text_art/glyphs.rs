//! The two character sets: which character shows which lines.

/// Which characters may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Charset {
    /// The 95 printable ones, and the texts' own.
    Ascii,
    /// Box-drawing lines as well.
    Unicode,
}

/// Directions in which lines leave a cell, as bits.
pub(super) const UP: u8 = 1;
pub(super) const DOWN: u8 = 2;
pub(super) const LEFT: u8 = 4;
pub(super) const RIGHT: u8 = 8;

/// How a line looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Pen {
    #[default]
    Light,
    Dashed,
    Double,
    Rounded,
}

/// Signs that stand for small outlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Left,
    Right,
    Up,
    Down,
    Circle,
    Disc,
    SmallCross,
    Cross,
    Bar,
    Fold,
    ArmLeft,
    ArmRight,
    Body,
}

impl Charset {
    /// The character for lines that leave a cell in these directions; dashes alternate along a row.
    pub(super) fn line(self, directions: u8, pen: Pen, column: usize) -> char {
        let vertical = directions & (UP | DOWN) != 0;
        let horizontal = directions & (LEFT | RIGHT) != 0;
        match (vertical, horizontal) {
            (false, false) => ' ',
            (true, false) => {
                if self == Self::Ascii {
                    '|'
                } else {
                    '│'
                }
            }
            (false, true) => match (self, pen) {
                (Self::Ascii, Pen::Dashed) => {
                    if column.is_multiple_of(2) {
                        '-'
                    } else {
                        ' '
                    }
                }
                (Self::Ascii, Pen::Double) => '=',
                (Self::Ascii, Pen::Light | Pen::Rounded) => '-',
                (Self::Unicode, Pen::Dashed) => '╌',
                (Self::Unicode, Pen::Double) => '═',
                (Self::Unicode, Pen::Light | Pen::Rounded) => '─',
            },
            (true, true) if self == Self::Ascii => '+',
            (true, true) => joint(directions, pen),
        }
    }

    /// The character for a sign.
    pub(super) fn sign(self, sign: Sign) -> char {
        match (sign, self) {
            (Sign::Left, _) => '<',
            (Sign::Right, _) => '>',
            (Sign::Up, _) => '^',
            (Sign::Down, _) => 'v',
            (Sign::Circle, _) => 'o',
            (Sign::Disc, _) => 'O',
            (Sign::SmallCross, _) => 'x',
            (Sign::Cross, Self::Ascii) => 'X',
            (Sign::Cross, Self::Unicode) => '╳',
            (Sign::Bar, Self::Ascii) => '#',
            (Sign::Bar, Self::Unicode) => '┃',
            (Sign::Fold | Sign::ArmRight, Self::Ascii) => '\\',
            (Sign::Fold | Sign::ArmRight, Self::Unicode) => '╲',
            (Sign::ArmLeft, Self::Ascii) => '/',
            (Sign::ArmLeft, Self::Unicode) => '╱',
            (Sign::Body, Self::Ascii) => '|',
            (Sign::Body, Self::Unicode) => '│',
        }
    }
}

fn joint(directions: u8, pen: Pen) -> char {
    const DOWN_RIGHT: u8 = DOWN | RIGHT;
    const DOWN_LEFT: u8 = DOWN | LEFT;
    const UP_RIGHT: u8 = UP | RIGHT;
    const UP_LEFT: u8 = UP | LEFT;
    match (directions, pen) {
        (DOWN_RIGHT, Pen::Rounded) => '╭',
        (DOWN_LEFT, Pen::Rounded) => '╮',
        (UP_RIGHT, Pen::Rounded) => '╰',
        (UP_LEFT, Pen::Rounded) => '╯',
        (DOWN_RIGHT, _) => '┌',
        (DOWN_LEFT, _) => '┐',
        (UP_RIGHT, _) => '└',
        (UP_LEFT, _) => '┘',
        (directions, _) if directions & (UP | DOWN) == UP => '┴',
        (directions, _) if directions & (UP | DOWN) == DOWN => '┬',
        (directions, _) if directions & (LEFT | RIGHT) == LEFT => '┤',
        (directions, _) if directions & (LEFT | RIGHT) == RIGHT => '├',
        _ => '┼',
    }
}
