//! Drawings of measurements, as SVG for documents.

use std::fmt::Write as _;

use rainette_players::Summary;

/// The side of the square in which shares are drawn.
const SIDE: f64 = 320.0;
/// The room around it for words.
const LEFT: f64 = 62.0;
const TOP: f64 = 40.0;
const WIDTH: f64 = LEFT + SIDE + 18.0;
const HEIGHT: f64 = TOP + SIDE + 68.0;

/// Bins of judged shares beside what happened: a dot for each, the larger the more shares it holds, with its 95 %
/// interval; on the line both are the same.
pub(crate) fn calibration(title: &str, summary: &Summary) -> String {
    let x = |share: f64| LEFT + SIDE * share;
    let y = |share: f64| TOP + SIDE * (1.0 - share);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n\
         <title>{0}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"14\">{0}</text>\n",
        escaped(title)
    );
    let mut add =
        |line: std::fmt::Arguments<'_>| writeln!(svg, "{line}").expect("a string can be written to");
    for tenth in (0..=10).step_by(2) {
        let share = f64::from(tenth) / 10.0;
        let (low, high) = (x(0.0), x(1.0));
        add(format_args!(
            "<path d=\"M{low:.1} {:.1}H{high:.1}M{:.1} {:.1}V{:.1}\" stroke=\"#ddd\"/>",
            y(share),
            x(share),
            y(0.0),
            y(1.0)
        ));
        let percent = 10 * tenth;
        add(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>",
            LEFT - 6.0,
            y(share) + 4.0
        ));
        add(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{percent} %</text>",
            x(share),
            y(0.0) + 18.0
        ));
    }
    add(format_args!(
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#888\" stroke-dasharray=\"4 4\"/>",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    ));
    let most = summary.bins.iter().map(|bin| bin.count).max().unwrap_or(1).max(1) as f64;
    for bin in &summary.bins {
        let half = 1.96 * bin.error;
        let (low, high) = ((bin.happened - half).max(0.0), (bin.happened + half).min(1.0));
        let (at, radius) = (x(bin.judged), 2.0 + 6.0 * (bin.count as f64 / most).sqrt());
        add(format_args!(
            "<path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"#1b7f4b\" stroke-width=\"2\"/>",
            y(low),
            y(high)
        ));
        add(format_args!(
            "<circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"#1b7f4b\" fill-opacity=\"0.8\"/>",
            y(bin.happened)
        ));
    }
    add(format_args!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">judged</text>",
        x(0.5),
        y(0.0) + 38.0
    ));
    add(format_args!(
        "<text transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">happened</text>",
        y(0.5)
    ));
    add(format_args!(
        "<text x=\"{LEFT}\" y=\"{:.1}\" fill=\"#555\">mean difference {:.1} points, of which luck alone makes {:.1}</text>",
        HEIGHT - 10.0,
        100.0 * summary.difference,
        100.0 * summary.noise
    ));
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
