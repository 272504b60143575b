//! Skin parameters that change a sequence diagram. A flat catalogue.

/// Keys as the reference writes them, sorted.
pub(crate) const SKINPARAMS: &[&str] = &[
    "ActorBackgroundColor",
    "ActorBorderColor",
    "ActorFontColor",
    "ActorFontName",
    "ActorFontSize",
    "ActorFontStyle",
    "ActorStyle",
    "ArrowColor",
    "ArrowFontColor",
    "ArrowFontName",
    "ArrowFontSize",
    "ArrowFontStyle",
    "ArrowThickness",
    "BackgroundColor",
    "BoundaryBackgroundColor",
    "BoundaryBorderColor",
    "BoundaryFontColor",
    "BoxPadding",
    "CaptionFontColor",
    "CaptionFontSize",
    "CollectionsBackgroundColor",
    "CollectionsBorderColor",
    "CollectionsFontColor",
    "ControlBackgroundColor",
    "ControlBorderColor",
    "ControlFontColor",
    "DatabaseBackgroundColor",
    "DatabaseBorderColor",
    "DatabaseFontColor",
    "DefaultFontColor",
    "DefaultFontName",
    "DefaultFontSize",
    "DefaultFontStyle",
    "DefaultTextAlignment",
    "EntityBackgroundColor",
    "EntityBorderColor",
    "EntityFontColor",
    "FooterFontColor",
    "FooterFontSize",
    "HeaderFontColor",
    "HeaderFontSize",
    "HyperlinkColor",
    "LegendBackgroundColor",
    "LegendBorderColor",
    "LegendFontColor",
    "LegendFontSize",
    "MaxMessageSize",
    "Monochrome",
    "NoteBackgroundColor",
    "NoteBorderColor",
    "NoteFontColor",
    "NoteFontName",
    "NoteFontSize",
    "NoteFontStyle",
    "NoteTextAlignment",
    "ParticipantBackgroundColor",
    "ParticipantBorderColor",
    "ParticipantBorderThickness",
    "ParticipantFontColor",
    "ParticipantFontName",
    "ParticipantFontSize",
    "ParticipantFontStyle",
    "ParticipantPadding",
    "QueueBackgroundColor",
    "QueueBorderColor",
    "QueueFontColor",
    "ResponseMessageBelowArrow",
    "RoundCorner",
    "SequenceArrowColor",
    "SequenceArrowThickness",
    "SequenceBoxBackgroundColor",
    "SequenceBoxBorderColor",
    "SequenceBoxFontColor",
    "SequenceDelayFontColor",
    "SequenceDividerBackgroundColor",
    "SequenceDividerBorderColor",
    "SequenceDividerFontColor",
    "SequenceGroupBackgroundColor",
    "SequenceGroupBodyBackgroundColor",
    "SequenceGroupBorderColor",
    "SequenceGroupFontColor",
    "SequenceLifeLineBackgroundColor",
    "SequenceLifeLineBorderColor",
    "SequenceMessageAlign",
    "SequenceParticipantBackgroundColor",
    "SequenceParticipantBorderColor",
    "SequenceReferenceBackgroundColor",
    "SequenceReferenceBorderColor",
    "SequenceReferenceFontColor",
    "Shadowing",
    "StereotypePosition",
    "Style",
    "TitleFontColor",
    "TitleFontName",
    "TitleFontSize",
    "TitleFontStyle",
    "WrapWidth",
];

/// What a key takes, where that is a choice of words.
pub(crate) const VALUES: &[(&str, &[&str])] = &[
    ("ActorStyle", &["awesome", "hollow"]),
    ("DefaultTextAlignment", &["left", "center", "right"]),
    ("Monochrome", &["true", "false", "reverse"]),
    ("NoteTextAlignment", &["left", "center", "right"]),
    ("ResponseMessageBelowArrow", &["true", "false"]),
    ("SequenceMessageAlign", &["left", "center", "right", "direction", "reverseDirection"]),
    ("Shadowing", &["true", "false"]),
    ("StereotypePosition", &["top", "bottom"]),
    ("Style", &["strictuml"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn value(key: &str) -> &'static str {
        if let Some((_, values)) = VALUES.iter().find(|it| it.0 == key) {
            return values[0];
        }
        match key {
            _ if key.ends_with("Color") => "Red",
            _ if key.ends_with("FontName") => "Serif",
            _ if key.ends_with("FontStyle") => "bold",
            _ => "10",
        }
    }

    #[test]
    fn every_key_compiles_without_a_word_against_it() {
        let refused: Vec<_> = SKINPARAMS
            .iter()
            .map(|key| format!("skinparam {key} {}\nA -> B", value(key)))
            .filter(|source| !puml_compiler::check(source).is_empty())
            .collect();
        assert_eq!(refused, [""; 0]);
    }

    #[test]
    fn keys_are_sorted_and_values_belong_to_keys() {
        assert!(SKINPARAMS.windows(2).all(|it| it[0] < it[1]));
        assert!(VALUES.iter().all(|it| SKINPARAMS.contains(&it.0)));
    }
}
