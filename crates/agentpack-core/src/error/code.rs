//! The catalogue of error codes. One row per code: name, reason, next actions.

/// A stable error code. The text form (`E_…`) is what leaves the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each variant is explained by its row in the table below")]
pub enum Code {
    AdoptConfirmRequired,
    ArgumentsInvalid,
    Busy,
    ConfigInvalid,
    ConfigMissing,
    ConfigUnsupportedVersion,
    ConfirmRequired,
    ConfirmTokenExpired,
    ConfirmTokenMismatch,
    ConfirmTokenRequired,
    DesiredStateConflict,
    DestinationBlocked,
    GitBranchExists,
    GitFailed,
    GitNotFound,
    GitRepoRequired,
    GitWorktreeDirty,
    ImportConflict,
    Interrupted,
    IoFailed,
    IoInvalidPath,
    IoNoSpace,
    IoPathTooLong,
    IoPermissionDenied,
    LimitExceeded,
    LockfileInvalid,
    LockfileMismatch,
    LockfileMissing,
    LockfileUnsupportedVersion,
    MergeConflict,
    MergeTargetInvalid,
    ModuleExists,
    ModuleNotFetched,
    ModuleUnknown,
    OverlayBaselineMissing,
    OverlayBaselineUnsupported,
    OverlayNotFound,
    OverlayPatchApplyFailed,
    OverlayRebaseConflict,
    OwnershipInvalid,
    PlanStale,
    PolicyInvalid,
    PolicyViolation,
    ProfileUnknown,
    RepoExists,
    SnapshotCorrupt,
    SnapshotNotFound,
    SnapshotOtherProject,
    SnapshotUnsupported,
    TargetUnsupported,
    TtyRequired,
    Unexpected,
    Usage,
    UserEditConfirmRequired,
}

struct Row {
    code: Code,
    name: &'static str,
    reason: &'static str,
    next_actions: &'static [&'static str],
    meaning: &'static str,
}

const fn row(
    code: Code,
    name: &'static str,
    reason: &'static str,
    next_actions: &'static [&'static str],
    meaning: &'static str,
) -> Row {
    Row { code, name, reason, next_actions, meaning }
}

const RETRY_DEPLOY: &[&str] = &["call_deploy", "retry_deploy_apply"];
const RETRY_EDITS: &[&str] =
    &["review_user_edits", "retry_with_overwrite_edits", "retry_with_keep_edits"];

/// In the order of the enum, so a code finds its row by position.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    row(Code::AdoptConfirmRequired, "E_ADOPT_CONFIRM_REQUIRED", "adopt_confirm_required", &["retry_with_adopt"], "the plan would overwrite files agentpack does not manage"),
    row(Code::ArgumentsInvalid, "E_ARGUMENTS_INVALID", "arguments_invalid", &["fix_arguments", "retry_command"], "the arguments of a tool do not fit its schema"),
    row(Code::Busy, "E_BUSY", "another_run_holds_the_lock", &["wait", "retry_command"], "another agentpack is applying changes"),
    row(Code::ConfigInvalid, "E_CONFIG_INVALID", "config_invalid", &["fix_config", "retry_command"], "agentpack.yaml or a module is not well formed"),
    row(Code::ConfigMissing, "E_CONFIG_MISSING", "config_missing", &["run_init", "retry_with_repo", "retry_command"], "there is no agentpack.yaml in the repo"),
    row(Code::ConfigUnsupportedVersion, "E_CONFIG_UNSUPPORTED_VERSION", "config_unsupported_version", &["upgrade_agentpack", "fix_config_version", "retry_command"], "agentpack.yaml has a version this build does not know"),
    row(Code::ConfirmRequired, "E_CONFIRM_REQUIRED", "confirm_required", &["retry_with_yes"], "a change was asked for without approval"),
    row(Code::ConfirmTokenExpired, "E_CONFIRM_TOKEN_EXPIRED", "confirm_token_expired", RETRY_DEPLOY, "the confirm token is too old"),
    row(Code::ConfirmTokenMismatch, "E_CONFIRM_TOKEN_MISMATCH", "confirm_token_mismatch", RETRY_DEPLOY, "the confirm token belongs to another plan"),
    row(Code::ConfirmTokenRequired, "E_CONFIRM_TOKEN_REQUIRED", "confirm_token_required", RETRY_DEPLOY, "applying needs the token of a reviewed plan"),
    row(Code::DesiredStateConflict, "E_DESIRED_STATE_CONFLICT", "desired_state_conflict", &["resolve_desired_state_conflict", "retry_command"], "two modules want different content at one path"),
    row(Code::DestinationBlocked, "E_DESTINATION_BLOCKED", "destination_blocked", &["remove_blocking_path", "retry_command"], "a symbolic link, a folder or a special file stands where a file should go"),
    row(Code::GitBranchExists, "E_GIT_BRANCH_EXISTS", "git_branch_exists", &["choose_another_branch", "retry_command"], "the branch already exists"),
    row(Code::GitFailed, "E_GIT_FAILED", "git_failed", &["inspect_git_output", "retry_command"], "git failed"),
    row(Code::GitNotFound, "E_GIT_NOT_FOUND", "git_not_found", &["install_git", "retry_command"], "git is needed and not installed"),
    row(Code::GitRepoRequired, "E_GIT_REPO_REQUIRED", "git_repo_required", &["init_git_repo", "retry_command"], "the config repo is not a git repository"),
    row(Code::GitWorktreeDirty, "E_GIT_WORKTREE_DIRTY", "git_worktree_dirty", &["commit_or_stash", "retry_command"], "the config repo has uncommitted changes"),
    row(Code::ImportConflict, "E_IMPORT_CONFLICT", "import_conflict", &["resolve_import_conflict", "retry_import_apply"], "what should be imported differs from what is there under the same name"),
    row(Code::Interrupted, "E_INTERRUPTED", "interrupted", &["retry_command"], "the run was stopped before it finished; the next run recovers"),
    row(Code::IoFailed, "E_IO_FAILED", "io_failed", &["inspect_cause", "retry_command"], "reading or writing a file failed"),
    row(Code::IoInvalidPath, "E_IO_INVALID_PATH", "io_invalid_path", &["fix_path", "retry_command"], "a path cannot exist here"),
    row(Code::IoNoSpace, "E_IO_NO_SPACE", "io_no_space", &["free_disk_space", "retry_command"], "the disk or the quota is full"),
    row(Code::IoPathTooLong, "E_IO_PATH_TOO_LONG", "io_path_too_long", &["shorten_path", "enable_long_paths", "retry_command"], "a path is longer than the system allows"),
    row(Code::IoPermissionDenied, "E_IO_PERMISSION_DENIED", "io_permission_denied", &["fix_permissions", "retry_command"], "the system does not allow it"),
    row(Code::LimitExceeded, "E_LIMIT_EXCEEDED", "limit_exceeded", &["reduce_module_size", "retry_command"], "an input is larger than the limits"),
    row(Code::LockfileInvalid, "E_LOCKFILE_INVALID", "lockfile_invalid_json", &["regenerate_lockfile", "retry_command"], "agentpack.lock.json cannot be read"),
    row(Code::LockfileMismatch, "E_LOCKFILE_MISMATCH", "lockfile_mismatch", &["inspect_module", "run_update", "retry_command"], "a fetched module is not what the lock recorded"),
    row(Code::LockfileMissing, "E_LOCKFILE_MISSING", "lockfile_missing", &["run_lock", "run_update", "retry_command"], "a git module has no locked commit"),
    row(Code::LockfileUnsupportedVersion, "E_LOCKFILE_UNSUPPORTED_VERSION", "lockfile_unsupported_version", &["upgrade_agentpack", "regenerate_lockfile", "retry_command"], "the lock has a version this build does not know"),
    row(Code::MergeConflict, "E_MERGE_CONFLICT", "merge_conflict", &["edit_file", "retry_with_markers", "retry_command"], "an edited file and its changed source differ in the same lines or keys"),
    row(Code::MergeTargetInvalid, "E_MERGE_TARGET_INVALID", "merge_target_invalid", &["fix_file", "retry_command"], "a settings file of a host cannot be parsed, so no key can be merged into it"),
    row(Code::ModuleExists, "E_MODULE_EXISTS", "module_exists", &["choose_another_id", "retry_command"], "a module with that id already exists"),
    row(Code::ModuleNotFetched, "E_MODULE_NOT_FETCHED", "module_not_fetched", &["run_fetch", "run_update", "retry_command"], "the locked commit is not in the cache; planning never uses the network"),
    row(Code::ModuleUnknown, "E_MODULE_UNKNOWN", "module_unknown", &["list_modules", "retry_command"], "no module has that id"),
    row(Code::OverlayBaselineMissing, "E_OVERLAY_BASELINE_MISSING", "overlay_baseline_missing", &["run_overlay_edit", "retry_command"], "the overlay has no readable baseline"),
    row(Code::OverlayBaselineUnsupported, "E_OVERLAY_BASELINE_UNSUPPORTED", "overlay_baseline_unsupported", &["init_git_repo", "commit_or_stash", "run_overlay_edit", "retry_command"], "the file the overlay was made on cannot be found"),
    row(Code::OverlayNotFound, "E_OVERLAY_NOT_FOUND", "overlay_not_found", &["run_overlay_edit", "retry_command"], "the module has no overlay at that scope"),
    row(Code::OverlayPatchApplyFailed, "E_OVERLAY_PATCH_APPLY_FAILED", "overlay_patch_apply_failed", &["run_overlay_rebase", "regenerate_patch", "switch_to_dir_overlay", "retry_command"], "a patch no longer applies to the file it changes"),
    row(Code::OverlayRebaseConflict, "E_OVERLAY_REBASE_CONFLICT", "overlay_rebase_conflict", &["resolve_overlay_conflicts", "retry_overlay_rebase"], "an overlay and its module changed the same lines; nothing with conflict markers is deployed"),
    row(Code::OwnershipInvalid, "E_OWNERSHIP_INVALID", "ownership_invalid", &["restore_ownership_file", "retry_command"], "the project's .agentpack.owned.json cannot be read"),
    row(Code::PlanStale, "E_PLAN_STALE", "plan_stale", &["run_plan", "retry_command"], "a file changed after the plan was made; nothing was written"),
    row(Code::PolicyInvalid, "E_POLICY_INVALID", "policy_invalid", &["fix_policy", "retry_command"], "a policy file cannot be read, so nothing is allowed"),
    row(Code::PolicyViolation, "E_POLICY_VIOLATION", "policy_violation", &["change_config", "ask_policy_owner", "retry_command"], "the config asks for something that a policy does not allow"),
    row(Code::ProfileUnknown, "E_PROFILE_UNKNOWN", "profile_unknown", &["list_profiles", "retry_command"], "no profile has that name"),
    row(Code::RepoExists, "E_REPO_EXISTS", "repo_exists", &["use_existing_repo", "choose_another_repo"], "there is already a config repo"),
    row(Code::SnapshotCorrupt, "E_SNAPSHOT_CORRUPT", "snapshot_corrupt", &["choose_another_snapshot", "run_doctor_fix"], "a snapshot or its content cannot be read"),
    row(Code::SnapshotNotFound, "E_SNAPSHOT_NOT_FOUND", "snapshot_not_found", &["list_snapshots", "retry_command"], "no snapshot has that id"),
    row(Code::SnapshotOtherProject, "E_SNAPSHOT_OTHER_PROJECT", "snapshot_of_another_project", &["retry_in_that_project", "choose_another_snapshot"], "the snapshot belongs to another project"),
    row(Code::SnapshotUnsupported, "E_SNAPSHOT_UNSUPPORTED", "snapshot_unsupported", &["list_snapshots", "choose_another_snapshot"], "the snapshot was written by a tool with another format"),
    row(Code::TargetUnsupported, "E_TARGET_UNSUPPORTED", "target_filter_unsupported", &["inspect_help_json", "retry_with_supported_target"], "no adapter has that name"),
    row(Code::TtyRequired, "E_TTY_REQUIRED", "tty_required", &["retry_in_tty", "retry_without_guided"], "questions need a terminal"),
    row(Code::Unexpected, "E_UNEXPECTED", "unexpected", &["report_bug"], "internal error in agentpack"),
    row(Code::Usage, "E_USAGE", "usage", &["inspect_help"], "the command line is not valid"),
    row(Code::UserEditConfirmRequired, "E_USER_EDIT_CONFIRM_REQUIRED", "user_edit_confirm_required", RETRY_EDITS, "files were edited since they were written"),
];

impl Code {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The text form, `E_…`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The default `reason_code`.
    pub fn reason(self) -> &'static str {
        self.row().reason
    }

    /// Identifiers of what a caller can do about it, most useful first.
    pub fn next_actions(self) -> &'static [&'static str] {
        self.row().next_actions
    }

    /// One line for reference pages.
    pub fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// Every code, by name.
    pub fn all() -> impl Iterator<Item = Code> {
        ROWS.iter().map(|row| row.code)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_stands_in_its_own_row() {
        for (position, code) in Code::all().enumerate() {
            assert_eq!(position, code as usize, "{code} is out of order");
            assert!(code.name().starts_with("E_"));
        }
    }
}
