//! Dates such as `2026.11.19`. The day, the month and the day, or the year may be unknown.

pub(super) const EXPECTED: &str =
    "expected a date of the calendar, YYYY.MM.DD, with ?? and ???? for what is not known";

/// Whether a text is a date of the (Gregorian) calendar. An unknown day, or month and day, is written `??`,
/// an unknown year `????`.
pub(super) fn is_date(text: &str) -> bool {
    let mut fields = text.split('.');
    let mut field = |unknown| read(fields.next()?, unknown);
    let (Some(year), Some(month), Some(day)) = (field("????"), field("??"), field("??")) else {
        return false;
    };
    let fits = match (month, day) {
        (None, day) => day.is_none(),
        (Some(month), None) => (1..=12).contains(&month),
        (Some(month), Some(day)) => (1..=days(year, month)).contains(&day),
    };
    fits && year != Some(0) && fields.next().is_none()
}

/// Reads a number with as many digits as `unknown` has characters, or `unknown` itself as `None`.
fn read(field: &str, unknown: &str) -> Option<Option<u16>> {
    if field == unknown {
        return Some(None);
    }
    let is_number = field.len() == unknown.len() && field.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { field.parse().ok().map(Some) } else { None }
}

/// The number of days in a month, 0 if there is no such month. February of an unknown year has 29.
fn days(year: Option<u16>, month: u16) -> u16 {
    let is_leap = year.is_none_or(|year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_the_calendar_are_dates() {
        let good = "2026.11.19 2024.02.29 2000.02.29 0001.01.01 9999.12.31 2026.11.?? 2026.??.?? ????.??.?? ????.02.29 \
                    ????.12.??";
        for date in good.split_whitespace() {
            assert!(is_date(date), "{date}");
        }
    }

    #[test]
    fn what_is_no_date_of_the_calendar_is_none() {
        let bad = "2026.02.29 1900.02.29 2026.04.31 2026.13.01 2026.00.01 2026.01.00 2026.01.32 0000.01.01 2026.??.19 \
                   ????.02.30 ????.13.?? 2026.1.19 2026.11.9 26.11.19 02026.11.19 2026-11-19 2026.11 2026.11.19. \
                   2026.11.19.1 +026.11.19 2026.+1.19 2026.11.1٣ ?.??.?? ???.??.?? ????.??.? ????.?1.?? ?";
        for date in bad.split_whitespace().chain(["", " ", "2026.11.19 ", " 2026.11.19"]) {
            assert!(!is_date(date), "{date}");
        }
    }
}
