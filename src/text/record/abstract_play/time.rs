//! Dates and times in the format `date-time` of JSON Schema (RFC 3339): `2024-07-14T09:30:00.000Z`.

use crate::text::record::date;

pub(super) const EXPECTED: &str = "expected a date and time such as 2024-07-14T09:30:00Z";

pub(super) fn is_moment(text: &str) -> bool {
    let parts = (text.get(..10).and_then(date_of), text.get(10..11), text.get(11..19), text.get(19..));
    let (Some(day), Some("T" | "t"), Some(time), Some(rest)) = parts else { return false };
    let zone = rest.strip_prefix('.').map_or(rest, |fraction| {
        let zone = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
        if zone.len() < fraction.len() { zone } else { "" }
    });
    let is_zone = matches!(zone, "Z" | "z")
        || zone.strip_prefix(['+', '-']).is_some_and(|ahead| is_clock(ahead, &[23, 59]));
    date::is_date(&day) && is_clock(time, &[23, 59, 60]) && is_zone
}

/// Whether a text such as `09:30` has these numbers at most, of two digits each.
fn is_clock(text: &str, most: &[u8]) -> bool {
    let is_number = |(number, most): (&str, &u8)| {
        number.len() == 2
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && number.parse().is_ok_and(|number: u8| number <= *most)
    };
    text.split(':').count() == most.len() && text.split(':').zip(most).all(is_number)
}

/// A day such as `2024-07-14` as a date of the tag `Date`. `None` if the text does not have this form.
pub(super) fn date_of(day: &str) -> Option<String> {
    let has_digits = day.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    (day.len() == 10 && has_digits).then(|| day.replace('-', "."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_distinguished_from_other_texts() {
        let times = "0001-01-01T00:00:00Z 2024-02-29T23:59:59Z 2024-03-01T00:00:00+00:00 2024-03-01T00:00:00.05z \
                     2024-02-29t23:00:01-01:00 2024-12-31T23:59:60Z";
        for text in times.split_whitespace() {
            assert!(is_moment(text), "{text}");
        }
        let texts = "2024-07-14 2024-02-30T09:30:00Z 0000-01-01T00:00:00Z 2024-07-14T24:00:00Z 2024-07-14T09:60:00Z \
                     2024-07-14T09:30:61Z 2024-07-14T09:30:00 2024-07-14T09:30:00.Z 2024-07-14T09:30:00+24:00 \
                     2024-07-14T09:30:00Zx 2024-7-14T09:30:00Z 2024-07-14T9:30:00Z +024-07-14T09:30:00Z x";
        for text in texts.split_whitespace().chain(["", "2024-07-14 09:30:00Z", "2024-07-14T09:30:0٣Z"]) {
            assert!(!is_moment(text), "{text}");
        }
    }
}
