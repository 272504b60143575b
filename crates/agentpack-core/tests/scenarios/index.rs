//! Which test shows which promise: the defects of the tool this one follows, and the traps it did not test for.
//! The test here only makes sure that the index is true.

use std::path::Path;

/// Reproduced in the tool this one follows, by number; each is shown not to happen here.
const DEFECTS: [(usize, &str, &[&str]); 30] = [
    (1, "a rollback destroys files of another project", &["another_project_is_not_touched"]),
    (
        2,
        "a rollback of one target deletes the others",
        &["other_targets_are_not_touched_by_a_one_target_snapshot"],
    ),
    (
        3,
        "a rollback loses edits and cannot be undone",
        &[
            "edits_are_not_overwritten_unless_asked_and_are_kept_for_undo",
            "the_first_deploy_and_adopted_originals_can_be_undone",
        ],
    ),
    (
        4,
        "planning runs a program named by an address",
        &["a_git_address_that_is_an_option_never_reaches_git", "planning_never_uses_the_network"],
    ),
    (5, "a module id writes outside its root", &["a_module_id_cannot_write_outside_its_root"]),
    (
        6,
        "a link carries foreign files along",
        &["links_that_leave_a_module_or_lead_nowhere_are_refused"],
    ),
    (7, "execute bits are lost", &["execute_bits_and_plain_modes_are_kept"]),
    (
        8,
        "a failure leaves half of the files",
        &["a_failure_at_any_effect_leaves_everything_as_it_was"],
    ),
    (
        9,
        "a kill makes our own files strangers",
        &[
            "a_kill_after_any_effect_is_recovered_by_the_next_run",
            "a_killed_deploy_loses_nothing_and_calls_nothing_unmanaged",
        ],
    ),
    (
        10,
        "runs at once all write",
        &[
            "of_several_runs_at_once_one_writes_and_the_rest_find_nothing_to_do",
            "four_runs_at_once_write_once",
        ],
    ),
    (
        11,
        "edits are overwritten without a word",
        &["an_edit_and_a_source_change_are_a_conflict", "deleting_an_edited_file_is_a_conflict"],
    ),
    (
        12,
        "a waiting source change is proposed backwards",
        &["defect_12_a_source_change_that_waits_is_not_proposed_backwards"],
    ),
    (
        13,
        "a rule's head ends up in the module",
        &["defect_13_the_head_of_a_cursor_rule_stays_out_of_the_module"],
    ),
    (14, "a proposal writes a second file beside the first", &["defect_14_names_are_mapped_back"]),
    (
        15,
        "the last of two edits wins",
        &["defect_15_two_different_edits_of_one_module_are_reported"],
    ),
    (16, "bootstrap and deploy undo each other", &["defect_16_bootstrap_and_deploy_do_not_fight"]),
    (
        17,
        "a rebase in the default home sees no files",
        &["defect_17_rebase_in_the_default_home_sees_every_file"],
    ),
    (
        18,
        "two conflicts are an unexpected error",
        &["defect_18_many_conflicts_are_one_clear_answer"],
    ),
    (19, "a module of one file cannot be rebased", &["defect_19_a_module_of_one_file_is_rebased"]),
    (20, "conflict markers are deployed", &["defect_20_conflict_markers_are_never_deployed"]),
    (21, "a failed review hands out a token", &["refusals_come_in_the_order_of_the_contract"]),
    (
        22,
        "apply plans again after the check",
        &[
            "a_file_that_changes_after_the_plan_stops_everything",
            "a_source_that_changes_after_the_plan_stops_everything",
        ],
    ),
    (23, "a malformed line ends the server", &["a_malformed_line_does_not_end_the_server"]),
    (
        24,
        "approval is asked for after the config is read",
        &[
            "refusals_come_in_the_order_of_the_contract",
            "approval_is_asked_for_before_anything_is_read",
        ],
    ),
    (
        25,
        "a default that is spelled out is another plan",
        &["a_token_is_bound_to_the_plan_and_a_mismatch_names_the_paths"],
    ),
    (
        26,
        "a removed target strands its files",
        &[
            "a_removed_target_takes_its_files_along",
            "a_moved_root_does_not_strand_its_files",
            "an_emptied_folder_goes_with_its_last_file",
        ],
    ),
    (
        27,
        "prompts have no layer",
        &[
            "explain_names_the_layer_of_prompts_and_commands",
            "defect_27_explain_names_the_layer_of_a_patched_prompt",
        ],
    ),
    (
        28,
        "a link at a destination is replaced",
        &["a_symlink_at_the_destination_is_reported_and_never_replaced"],
    ),
    (
        29,
        "errors name temporary paths",
        &[
            "errors_name_the_source_and_never_a_temporary_path",
            "what_a_user_can_cause_has_a_code_of_its_own",
        ],
    ),
    (
        30,
        "a corrupt lock and an unknown module pass",
        &[
            "defect_30_a_corrupt_lock_is_never_passed_over",
            "defect_30_an_unknown_module_is_an_error",
        ],
    ),
];

/// Easily got wrong, and untested in the tool this one follows.
const TRAPS: [(usize, &str, &[&str]); 17] = [
    (
        1,
        "modes",
        &["execute_bits_and_plain_modes_are_kept", "an_update_keeps_the_permissions_of_the_file"],
    ),
    (
        2,
        "a link at the destination",
        &["a_symlink_at_the_destination_is_reported_and_never_replaced"],
    ),
    (
        3,
        "a folder at the destination, a file on the way",
        &["a_folder_at_the_destination_and_a_file_as_parent_are_reported"],
    ),
    (
        4,
        "links in modules",
        &[
            "links_that_leave_a_module_or_lead_nowhere_are_refused",
            "a_module_root_that_is_a_link_out_of_the_repo_is_refused",
        ],
    ),
    (
        5,
        "names",
        &[
            "names_that_leave_their_folder_or_one_system_are_refused",
            "names_that_collide_without_case_are_refused",
            "case_and_accent_spellings_collide",
        ],
    ),
    (
        6,
        "line ends and byte order marks",
        &["bytes_are_deployed_as_they_are", "sections_are_found_with_either_line_end"],
    ),
    (7, "a crash anywhere", &["a_kill_after_any_effect_is_recovered_by_the_next_run"]),
    (
        8,
        "two runs at once",
        &["of_several_runs_at_once_one_writes_and_the_rest_find_nothing_to_do"],
    ),
    (
        9,
        "a full disk",
        &[
            "a_failure_at_any_effect_leaves_everything_as_it_was",
            "a_full_disk_has_a_code_of_its_own",
        ],
    ),
    (
        10,
        "deletes",
        &["deleting_an_edited_file_is_a_conflict", "an_emptied_folder_goes_with_its_last_file"],
    ),
    (
        11,
        "the hash of a plan",
        &[
            "the_plan_hash_is_stable_over_restarts",
            "the_plan_hash_follows_targets_and_bound_arguments_and_not_the_order_of_keys",
        ],
    ),
    (
        12,
        "a change between plan and write",
        &["a_file_that_changes_after_the_plan_stops_everything"],
    ),
    (
        13,
        "tokens",
        &[
            "ten_thousand_reviews_stay_bounded_and_the_newest_work",
            "a_token_expires_by_the_clock_and_says_so",
            "a_token_of_another_session_is_unknown",
            "a_used_token_is_unknown",
        ],
    ),
    (14, "a clean stdout", &["a_malformed_line_does_not_end_the_server"]),
    (15, "very large plans", &["long_lists_are_cut_and_counted"]),
    (16, "no git", &["without_git_only_what_needs_git_fails_and_says_so"]),
    (17, "edits that keep size and time", &["a_same_size_edit_with_its_time_put_back_is_seen"]),
];

#[test]
fn every_defect_and_trap_has_its_test() {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut source = String::new();
    for folder in ["crates/agentpack-core", "apps/agentpack"] {
        for part in ["src", "tests"] {
            read(&packages.join(folder).join(part), &mut source);
        }
    }
    for (kind, list) in [("defect", &DEFECTS[..]), ("trap", &TRAPS[..])] {
        for (at, (number, what, tests)) in list.iter().enumerate() {
            assert_eq!(*number, at + 1);
            for test in *tests {
                let there = source.contains(&format!("fn {test}("));
                assert!(there, "{kind} {number} ({what}): there is no test `{test}`");
            }
        }
    }
}

fn read(folder: &Path, source: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            read(&entry.path(), source);
        } else if entry.path().extension().is_some_and(|end| end == "rs") {
            source.push_str(&std::fs::read_to_string(entry.path()).unwrap());
        }
    }
}
