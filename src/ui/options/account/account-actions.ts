import {shortenName} from '../../sentences/quote'
import {useMemo} from 'preact/hooks'
import type {ConflictChoice, TeamConflict, TeamEntry, TeamView} from '../../../model/team'
import {usePage} from '../../state/page-context'
import {accountTexts} from '../../../locales/account'
import {useOptions} from '../options-context'
import {getEntryName} from './conflict-title'

export type AccountActions = ReturnType<typeof useAccountActions>

/** The actions of the account page. Errors are shown in a toast. */
export function useAccountActions() {
  const {library, client} = usePage()
  const {account} = useOptions()
  return useMemo(() => {
    const runAction = async (work: () => Promise<unknown>): Promise<boolean> => {
      const answer = await library.run(async () => {
        await work()
        return true
      })
      await account.refresh()
      return answer === true
    }
    return {
      /** Rejects if the service rejects the connection. */
      async connect(url: string, key: string, allowsUnencrypted: boolean) {
        await client.ask('team.connect', {url, key, ...(allowsUnencrypted ? {plain: true} : {})})
        await Promise.all([account.refresh(), library.refresh()])
      },
      async disconnect({rules}: TeamView, keep: boolean) {
        if (await runAction(() => client.ask('team.disconnect', {keep})))
          library.toasts.report(
            rules.count === 0
              ? accountTexts('disconnected')
              : keep
                ? accountTexts('keptCopies', {rules: rules.count})
                : accountTexts('removed'),
          )
      },
      sync: () => runAction(() => client.ask('team.sync', {isByUser: true})),
      stop: () => runAction(() => client.ask('team.stop', {})),
      async settle(conflict: TeamConflict, choice: ConflictChoice) {
        if (await runAction(() => client.ask('team.settle', {id: conflict.id, choice})))
          library.toasts.report(accountTexts('conflict.settled', {name: shortenName(getEntryName(conflict))}))
      },
      retry: ({id}: TeamEntry) => runAction(() => client.ask('team.retry', {ids: [id]})),
      async drop(entry: TeamEntry) {
        if (await runAction(() => client.ask('team.drop', {ids: [entry.id]})))
          library.toasts.report(accountTexts('dropped', {name: shortenName(getEntryName(entry))}))
      },
    }
  }, [library, client, account])
}
