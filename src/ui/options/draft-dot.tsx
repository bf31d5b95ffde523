import {rulesWords} from '../words'

/** Marks what has changes that were not saved. */
export const DraftDot = () => (
  <span class="draft-dot" role="img" aria-label={rulesWords.unsavedChanges} title={rulesWords.unsavedChanges} />
)
