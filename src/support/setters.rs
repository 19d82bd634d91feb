//! [`setters`]: methods that return a copy of a value with another field.

/// Declares a method for each field of this type that it sets. With `as Some`, the field is an `Option`.
macro_rules! setters {
    ($($method:ident($field:ident: $Type:ty $(as $Some:ident)?);)*) => {$(
        #[doc = concat!("This value with another [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        #[must_use]
        #[allow(unused_parens, reason = "without `Some`")]
        pub const fn $method(self, $field: $Type) -> Self {
            Self { $field: $($Some)?($field), ..self }
        }
    )*};
}
pub(crate) use setters;
