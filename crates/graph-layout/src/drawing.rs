//! A finished piece of a drawing with its own origin; pieces are moved and joined into larger ones.

use crate::geometry::{Point, Rect, Size};
use crate::graph::Labels;
use crate::result::{Path, Route};

#[derive(Debug, Clone, Default)]
pub(crate) struct Drawing {
    pub(crate) size: Size,
    pub(crate) nodes: Vec<(usize, Rect)>,
    pub(crate) clusters: Vec<(usize, Rect)>,
    pub(crate) edges: Vec<(usize, Route)>,
}

impl Drawing {
    /// Adds another drawing with its origin at `at`; the size stays as it is.
    pub(crate) fn insert(&mut self, other: Drawing, at: Point) {
        self.nodes.extend(other.nodes.into_iter().map(|(id, rect)| (id, rect.moved(at))));
        self.clusters.extend(other.clusters.into_iter().map(|(id, rect)| (id, rect.moved(at))));
        self.edges.extend(other.edges.into_iter().map(|(id, route)| (id, route.moved(at))));
    }

    /// Moves everything so that it begins at the origin, and sets the size.
    pub(crate) fn fit(mut self) -> Drawing {
        let mut bounds = Bounds::default();
        self.nodes.iter().for_each(|(_, it)| bounds.add(it));
        self.clusters.iter().for_each(|(_, it)| bounds.add(it));
        for (_, route) in &self.edges {
            bounds.add_route(route);
        }
        let Some(rect) = bounds.rect() else { return self };
        let by = Point::new(-rect.x, -rect.y);
        let mut result = Drawing { size: Size::new(rect.w, rect.h), ..Drawing::default() };
        result.insert(std::mem::take(&mut self), by);
        result
    }
}

/// The smallest rectangle around what was added.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Bounds(Option<(i64, i64, i64, i64)>);

impl Bounds {
    pub(crate) fn add(&mut self, rect: &Rect) {
        let now = (rect.x, rect.y, rect.right(), rect.bottom());
        self.0 = Some(match self.0 {
            None => now,
            Some((a, b, c, d)) => (a.min(now.0), b.min(now.1), c.max(now.2), d.max(now.3)),
        });
    }

    pub(crate) fn add_route(&mut self, route: &Route) {
        for point in route.path.points() {
            self.add(&Rect::new(point.x, point.y, 0, 0));
        }
        let Labels { tail, middle, head } = &route.labels;
        [tail, middle, head].into_iter().flatten().for_each(|it| self.add(it));
    }

    pub(crate) fn rect(&self) -> Option<Rect> {
        self.0.map(|(a, b, c, d)| Rect::new(a, b, c - a, d - b))
    }
}

impl Route {
    pub(crate) fn mapped(
        self,
        point: impl Fn(Point) -> Point,
        rect: impl Fn(Rect) -> Rect,
    ) -> Route {
        let each = |points: Vec<Point>| points.into_iter().map(&point).collect();
        Route {
            path: match self.path {
                Path::Lines(points) => Path::Lines(each(points)),
                Path::Curves(points) => Path::Curves(each(points)),
            },
            labels: Labels {
                tail: self.labels.tail.map(&rect),
                middle: self.labels.middle.map(&rect),
                head: self.labels.head.map(&rect),
            },
        }
    }

    pub(crate) fn moved(self, by: Point) -> Route {
        self.mapped(|it| it.moved(by), |it| it.moved(by))
    }
}
