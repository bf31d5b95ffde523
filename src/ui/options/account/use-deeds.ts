import {shortenName} from '../../sentences/quote'
import {useMemo} from 'preact/hooks'
import type {ConflictChoice, TeamConflict, TeamEntry, TeamQuestion, TeamView} from '../../../model/team'
import {usePage} from '../../state/page-context'
import {accountTexts} from '../../../locales/account'
import {useOptions} from '../options-context'
import {nameOfConflict} from './conflict-title'

export type Deeds = ReturnType<typeof useDeeds>

/** The actions of the account page. A refusal is shown in a toast. */
export function useDeeds() {
  const {library, client} = usePage()
  const {account} = useOptions()
  return useMemo(() => {
    const act = async (work: () => Promise<unknown>): Promise<boolean> => {
      const answer = await library.run(async () => {
        await work()
        return true
      })
      await account.refresh()
      return answer === true
    }
    return {
      /** Rejects where it is refused. */
      async connect(url: string, key: string, isPlain: boolean) {
        await client.ask('team.connect', {url, key, ...(isPlain ? {plain: true} : {})})
        await Promise.all([account.refresh(), library.refresh()])
      },
      async disconnect({rules}: TeamView, keep: boolean) {
        if (await act(() => client.ask('team.disconnect', {keep})))
          library.toasts.report(
            rules.count === 0
              ? accountTexts('disconnected')
              : keep
                ? accountTexts('keptCopies', {rules: rules.count})
                : accountTexts('removed'),
          )
      },
      sync: () => act(() => client.ask('team.sync', {isByUser: true})),
      stop: () => act(() => client.ask('team.stop', {})),
      async settle(conflict: TeamConflict, choice: ConflictChoice) {
        if (await act(() => client.ask('team.settle', {id: conflict.id, choice})))
          library.toasts.report(accountTexts('conflict.settled', {name: shortenName(nameOfConflict(conflict))}))
      },
      async answer(question: TeamQuestion, isSame: boolean) {
        const {id, candidate} = question
        if (await act(() => client.ask('team.answer', {id, candidate: candidate?.id ?? null, isSame})))
          library.toasts.report(accountTexts('question.answered', {name: shortenName(nameOfConflict(question))}))
      },
      retry: ({id}: TeamEntry) => act(() => client.ask('team.retry', {ids: [id]})),
      async drop(entry: TeamEntry) {
        if (await act(() => client.ask('team.drop', {ids: [entry.id]})))
          library.toasts.report(accountTexts('dropped', {name: shortenName(nameOfConflict(entry))}))
      },
    }
  }, [library, client, account])
}
