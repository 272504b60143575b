//! Months, week days and heads of columns in the languages that charts are written in.

/// The words of one language.
pub(crate) struct Words {
    /// From January on.
    pub(crate) months: [&'static str; 12],
    /// From Monday on, two letters or so.
    pub(crate) weekdays: [&'static str; 7],
    /// Task, start, end, duration.
    pub(crate) columns: [&'static str; 4],
    order: Order,
    /// What stands behind a number of days.
    pub(crate) day: &'static str,
}

/// How a language writes a date.
#[derive(Clone, Copy)]
enum Order {
    /// `Mar 2, 2026`.
    MonthFirst,
    /// `2 mars 2026`.
    DayFirst,
    /// `2. März 2026`.
    DayWithDot,
    /// Year, month and day, each with its word: those behind the year and behind the day.
    EastAsian(&'static str, &'static str),
}

impl Words {
    /// A date with a short month, counted from 0.
    pub(crate) fn date(&self, month: usize, day: i8, year: Option<i16>) -> String {
        let short = self.short_month(month);
        let (order, year) = match self.order {
            Order::EastAsian(year_word, day_word) => {
                let year = year.map_or_else(String::new, |it| format!("{it}{year_word}"));
                return format!("{year}{short}{day}{day_word}");
            }
            Order::MonthFirst => (format!("{short} {day}"), year.map(|it| format!(", {it}"))),
            Order::DayFirst => (format!("{day} {short}"), year.map(|it| format!(" {it}"))),
            Order::DayWithDot => (format!("{day}. {short}"), year.map(|it| format!(" {it}"))),
        };
        order + &year.unwrap_or_default()
    }

    /// As many letters as tell a month from the others, three at least.
    fn short_month(&self, month: usize) -> String {
        let name = self.months[month];
        let start = |name: &str, count: usize| name.chars().take(count).collect::<String>();
        let is_clear = |count: usize| {
            let own = start(name, count);
            self.months.iter().filter(|it| start(it, count) == own).count() == 1
        };
        let count = (3..=name.chars().count()).find(|it| is_clear(*it)).unwrap_or(3);
        start(name, count)
    }
}

/// The words of a language by its code; English for one that is not known.
pub(crate) fn words(code: &str) -> &'static Words {
    let code = code.split('_').next().unwrap_or(code);
    LANGUAGES.iter().find(|it| it.0 == code).map_or(&LANGUAGES[0].1, |it| &it.1)
}

static LANGUAGES: [(&str, Words); 14] = [
    (
        "en",
        Words {
            months: [
                "January",
                "February",
                "March",
                "April",
                "May",
                "June",
                "July",
                "August",
                "September",
                "October",
                "November",
                "December",
            ],
            weekdays: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"],
            columns: ["Task", "Start", "End", "Duration"],
            order: Order::MonthFirst,
            day: "d",
        },
    ),
    (
        "de",
        Words {
            months: [
                "Januar",
                "Februar",
                "März",
                "April",
                "Mai",
                "Juni",
                "Juli",
                "August",
                "September",
                "Oktober",
                "November",
                "Dezember",
            ],
            weekdays: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
            columns: ["Aufgabe", "Beginn", "Ende", "Dauer"],
            order: Order::DayWithDot,
            day: "T",
        },
    ),
    (
        "fr",
        Words {
            months: [
                "janvier",
                "février",
                "mars",
                "avril",
                "mai",
                "juin",
                "juillet",
                "août",
                "septembre",
                "octobre",
                "novembre",
                "décembre",
            ],
            weekdays: ["lu", "ma", "me", "je", "ve", "sa", "di"],
            columns: ["Tâche", "Début", "Fin", "Durée"],
            order: Order::DayFirst,
            day: "j",
        },
    ),
    (
        "es",
        Words {
            months: [
                "enero",
                "febrero",
                "marzo",
                "abril",
                "mayo",
                "junio",
                "julio",
                "agosto",
                "septiembre",
                "octubre",
                "noviembre",
                "diciembre",
            ],
            weekdays: ["lu", "ma", "mi", "ju", "vi", "sá", "do"],
            columns: ["Tarea", "Inicio", "Fin", "Duración"],
            order: Order::DayFirst,
            day: "d",
        },
    ),
    (
        "it",
        Words {
            months: [
                "gennaio",
                "febbraio",
                "marzo",
                "aprile",
                "maggio",
                "giugno",
                "luglio",
                "agosto",
                "settembre",
                "ottobre",
                "novembre",
                "dicembre",
            ],
            weekdays: ["lu", "ma", "me", "gi", "ve", "sa", "do"],
            columns: ["Attività", "Inizio", "Fine", "Durata"],
            order: Order::DayFirst,
            day: "g",
        },
    ),
    (
        "pt",
        Words {
            months: [
                "janeiro",
                "fevereiro",
                "março",
                "abril",
                "maio",
                "junho",
                "julho",
                "agosto",
                "setembro",
                "outubro",
                "novembro",
                "dezembro",
            ],
            weekdays: ["se", "te", "qa", "qi", "sx", "sá", "do"],
            columns: ["Tarefa", "Início", "Fim", "Duração"],
            order: Order::DayFirst,
            day: "d",
        },
    ),
    (
        "nl",
        Words {
            months: [
                "januari",
                "februari",
                "maart",
                "april",
                "mei",
                "juni",
                "juli",
                "augustus",
                "september",
                "oktober",
                "november",
                "december",
            ],
            weekdays: ["ma", "di", "wo", "do", "vr", "za", "zo"],
            columns: ["Taak", "Begin", "Einde", "Duur"],
            order: Order::DayFirst,
            day: "d",
        },
    ),
    (
        "da",
        Words {
            months: [
                "januar",
                "februar",
                "marts",
                "april",
                "maj",
                "juni",
                "juli",
                "august",
                "september",
                "oktober",
                "november",
                "december",
            ],
            weekdays: ["ma", "ti", "on", "to", "fr", "lø", "sø"],
            columns: ["Opgave", "Start", "Slut", "Varighed"],
            order: Order::DayWithDot,
            day: "d",
        },
    ),
    (
        "sv",
        Words {
            months: [
                "januari",
                "februari",
                "mars",
                "april",
                "maj",
                "juni",
                "juli",
                "augusti",
                "september",
                "oktober",
                "november",
                "december",
            ],
            weekdays: ["må", "ti", "on", "to", "fr", "lö", "sö"],
            columns: ["Uppgift", "Start", "Slut", "Längd"],
            order: Order::DayFirst,
            day: "d",
        },
    ),
    (
        "pl",
        Words {
            months: [
                "styczeń",
                "luty",
                "marzec",
                "kwiecień",
                "maj",
                "czerwiec",
                "lipiec",
                "sierpień",
                "wrzesień",
                "październik",
                "listopad",
                "grudzień",
            ],
            weekdays: ["pn", "wt", "śr", "cz", "pt", "so", "nd"],
            columns: ["Zadanie", "Początek", "Koniec", "Czas"],
            order: Order::DayFirst,
            day: "d",
        },
    ),
    (
        "ru",
        Words {
            months: [
                "январь",
                "февраль",
                "март",
                "апрель",
                "май",
                "июнь",
                "июль",
                "август",
                "сентябрь",
                "октябрь",
                "ноябрь",
                "декабрь",
            ],
            weekdays: ["пн", "вт", "ср", "чт", "пт", "сб", "вс"],
            columns: ["Задача", "Начало", "Конец", "Срок"],
            order: Order::DayFirst,
            day: "д",
        },
    ),
    (
        "ja",
        Words {
            months: [
                "1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月",
                "12月",
            ],
            weekdays: ["月", "火", "水", "木", "金", "土", "日"],
            columns: ["タスク", "開始", "終了", "期間"],
            order: Order::EastAsian("年", "日"),
            day: "日",
        },
    ),
    (
        "zh",
        Words {
            months: [
                "1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月",
                "12月",
            ],
            weekdays: ["一", "二", "三", "四", "五", "六", "日"],
            columns: ["任务", "开始", "结束", "时长"],
            order: Order::EastAsian("年", "日"),
            day: "天",
        },
    ),
    (
        "ko",
        Words {
            months: [
                "1월", "2월", "3월", "4월", "5월", "6월", "7월", "8월", "9월", "10월", "11월",
                "12월",
            ],
            weekdays: ["월", "화", "수", "목", "금", "토", "일"],
            columns: ["작업", "시작", "종료", "기간"],
            order: Order::EastAsian("년 ", "일"),
            day: "일",
        },
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_found_with_and_without_its_country() {
        assert_eq!(words("de").months[2], "März");
        assert_eq!(words("pt_br").months[2], "março");
        assert_eq!(words("xx").months[2], "March");
    }

    #[test]
    fn dates_are_written_as_their_language_does() {
        let of = |code: &str, month: usize, year: Option<i16>| words(code).date(month, 2, year);
        assert_eq!(of("en", 2, None), "Mar 2");
        assert_eq!(of("en", 8, Some(2026)), "Sep 2, 2026");
        assert_eq!(of("de", 2, None), "2. Mär");
        assert_eq!(of("fr", 5, None), "2 juin");
        assert_eq!(of("fr", 6, Some(2026)), "2 juil 2026");
        assert_eq!(of("ja", 2, Some(2026)), "2026年3月2日");
        assert_eq!(of("ko", 11, None), "12월2일");
    }
}
