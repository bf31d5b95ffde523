/** Why a backup was made: by itself each day, since somebody asked for it, or before another one was restored. */
export type BackupKind = 'daily' | 'asked' | 'before'

/** A backup of this device's rules and groups, as it is listed. Made at `at`, in milliseconds since 1970, by which it is named. */
export type BackupView = {
  readonly at: number
  readonly kind: BackupKind
  readonly rules: number
  readonly groups: number
}

/** `failure` says why the last one that was to be made by itself was not. */
export type BackupList = {readonly backups: readonly BackupView[]; readonly failure: string | null}

export type Backups = {
  /** The last one first. */
  list(): Promise<BackupList>
  /** Answers whether there was anything new to keep. */
  make(): Promise<boolean>
  /** The same, as it is done by itself: at most once a day, and a failure is kept for the list. */
  makeDaily(): Promise<void>
  /**
   * Makes rules and groups of this device what they were. Answers the backup of what they were until now. With `undo` that one is taken back
   * and is gone from the list.
   */
  restore(at: number, undo: boolean): Promise<number>
  /** Its text from a character on: JSON of the kept entries, in parts that fit a message. */
  read(at: number, from: number): Promise<{readonly text: string; readonly isWhole: boolean}>
}
