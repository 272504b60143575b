//! Months, week days and heads of columns in the languages that charts are written in.

/// The words of one language.
pub(crate) struct Words {
    /// From January on.
    pub(crate) months: [&'static str; 12],
    /// From Monday on, two letters or so.
    pub(crate) weekdays: [&'static str; 7],
    /// Task, start, end, duration.
    pub(crate) columns: [&'static str; 4],
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
}
