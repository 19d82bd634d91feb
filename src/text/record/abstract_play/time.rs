//! Dates and times in the format `date-time` of JSON Schema (RFC 3339): `2024-07-14T09:30:00.000Z`.

use crate::text::record::date;

/// The message for a text that is not one.
pub(super) const EXPECTED: &str = "expected a date and time such as 2024-07-14T09:30:00Z";

/// A moment: the minutes since the year 0 in UTC, the seconds, and the digits of their fraction without zeros at the end.
pub(super) type Moment = (i64, u8, String);

/// The moment of a text. `None` if it is not a date and time.
pub(super) fn moment(text: &str) -> Option<Moment> {
    let (day, time) = (text.get(..10)?, text.get(11..19)?);
    if !matches!(text.as_bytes().get(10), Some(b'T' | b't')) || !date::is_date(&date_of(day)?) {
        return None;
    }
    let (hour, minute) = clock(time.get(..5)?)?;
    let second = time.strip_prefix(time.get(..5)?)?.strip_prefix(':').and_then(|text| number(text, 60))?;
    let rest = text.get(19..)?;
    let (fraction, zone) = match rest.strip_prefix('.') {
        None => ("", rest),
        Some(rest) => {
            let end = rest.find(|character: char| !character.is_ascii_digit()).filter(|&end| end > 0)?;
            rest.split_at_checked(end)?
        }
    };
    let ahead = match zone.split_at_checked(1)? {
        ("Z" | "z", "") => 0,
        (sign @ ("+" | "-"), zone) => {
            let (hours, minutes) = clock(zone)?;
            let ahead = i64::from(hours).checked_mul(60)?.checked_add(i64::from(minutes))?;
            if sign == "+" { ahead } else { ahead.checked_neg()? }
        }
        _ => return None,
    };
    let minutes = days(day)?.checked_mul(24)?.checked_add(i64::from(hour))?.checked_mul(60)?;
    let minutes = minutes.checked_add(i64::from(minute))?.checked_sub(ahead)?;
    Some((minutes, second, fraction.trim_end_matches('0').to_string()))
}

/// A day such as `2024-07-14` as a date of the tag `Date`. `None` if the text does not have this form.
pub(super) fn date_of(day: &str) -> Option<String> {
    let has_digits = day.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    (day.len() == 10 && has_digits).then(|| day.replace('-', "."))
}

/// The hour and the minute in a text such as `09:30`.
fn clock(text: &str) -> Option<(u8, u8)> {
    let (hour, minute) = text.split_once(':')?;
    Some((number(hour, 23)?, number(minute, 59)?))
}

fn number(text: &str, most: u8) -> Option<u8> {
    let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| is_number && number <= most)
}

/// A number that grows by 1 with each day of the calendar.
fn days(day: &str) -> Option<i64> {
    let mut numbers = day.split('-').map(|number| number.parse::<i64>().ok());
    let (year, month, day) = (numbers.next()??, numbers.next()??, numbers.next()??);
    // The year begins in March, so that the leap day is its last one.
    let shifted = year.checked_mul(12)?.checked_add(month)?.checked_sub(3)?;
    let (year, month) = (shifted.div_euclid(12), shifted.rem_euclid(12));
    let before = month.checked_mul(153)?.checked_add(2)?.div_euclid(5);
    let leap_days =
        year.div_euclid(4).checked_sub(year.div_euclid(100))?.checked_add(year.div_euclid(400))?;
    year.checked_mul(365)?.checked_add(leap_days)?.checked_add(before)?.checked_add(day)
}

#[cfg(test)]
#[allow(clippy::panic, reason = "a failing test panics")]
mod tests {
    use super::*;

    #[test]
    fn moments_are_in_order() {
        let times = "0001-01-01T00:00:00Z 2024-02-29T23:59:59Z 2024-03-01T00:00:00+00:00 2024-03-01T00:00:00.05z \
                     2024-03-01T00:00:00.5Z 2024-02-29T23:00:01-01:00 2024-03-01T02:00:02+02:00 2024-12-31T23:59:60Z";
        let moments: Vec<Moment> =
            times.split_whitespace().map(|text| moment(text).unwrap_or_else(|| panic!("{text}"))).collect();
        assert!(moments.is_sorted_by(|first, second| first < second), "{moments:?}");
    }

    #[test]
    fn other_texts_are_no_moments() {
        let texts = "2024-07-14 2024-02-30T09:30:00Z 0000-01-01T00:00:00Z 2024-07-14T24:00:00Z 2024-07-14T09:60:00Z \
                     2024-07-14T09:30:61Z 2024-07-14T09:30:00 2024-07-14T09:30:00.Z 2024-07-14T09:30:00+24:00 \
                     2024-07-14T09:30:00Zx 2024-7-14T09:30:00Z 2024-07-14T9:30:00Z +024-07-14T09:30:00Z x";
        for text in texts.split_whitespace().chain(["", "2024-07-14 09:30:00Z", "2024-07-14T09:30:0٣Z"]) {
            assert_eq!(moment(text), None, "{text}");
        }
    }
}
