import type {StoredRecord} from '../../src/contract/rule'
import type {RuleView} from '../../src/contract/views'
import {ask, readLibrary} from '../browser/ask'
import {launchWithExtension, type LaunchedExtension} from '../browser/browser'
import {fillLibrary} from '../browser/pages/fill-library'

/** A page of the extension that shows nothing. */
export const blank = 'wait.html'

export type Workplace = {
  readonly app: LaunchedExtension
  /** Makes the extension hold these rules, and says how many in words. */
  hold(records: readonly StoredRecord[]): Promise<{readonly rules: readonly RuleView[]; readonly size: string}>
}

/** Runs something in a browser with the extension, and closes it afterwards. */
export async function atWork<Result>(act: (place: Workplace) => Promise<Result>): Promise<Result> {
  const app = await launchWithExtension()
  const quiet = await app.open(blank)
  await readLibrary(quiet)
  try {
    return await act({
      app,
      async hold(records) {
        await fillLibrary(quiet, {groups: [], rules: [...records], trash: [], paused: false})
        const {rules} = await readLibrary(quiet)
        // Answered when all rules are in force, so that nothing else is on the way.
        await ask(quiet, 'rules.switch', {ids: rules.slice(0, 1).map(({id}) => id), on: true})
        return {rules, size: `${rules.length.toLocaleString('en')} rule${rules.length === 1 ? '' : 's'}`}
      },
    })
  } finally {
    await app.close()
  }
}
