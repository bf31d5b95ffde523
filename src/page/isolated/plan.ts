import {pageRulesKey} from '../../model/page-rules'
import {fromParentFrame, sharedGlobals, type OnPlan, type Plan, type PlanReader} from './shared-globals'

export type PlanPort = {
  readonly readStorage: (key: string) => Promise<string | undefined>
  readonly onPlanChange: (listener: OnPlan) => void
}

/** Starts to read the plan, which takes some milliseconds. Later calls return the same reader. */
export const readPlan = (port: PlanPort): PlanReader => (sharedGlobals.plan ??= createPlanReader(port))

function createPlanReader({readStorage, onPlanChange}: PlanPort): PlanReader {
  const received = fromParentFrame('plan')?.received
  let notify: OnPlan | undefined
  function receive(plan: Plan) {
    reader.received = {plan}
    notify?.(plan)
  }
  const reader: PlanReader = {
    received,
    first: received ? Promise.resolve(received.plan) : readStorage(pageRulesKey).catch(() => undefined),
    listen(listener) {
      notify = listener
      if (reader.received) listener(reader.received.plan)
    },
  }
  onPlanChange(receive)
  // A change that arrives first is newer.
  void reader.first.then(plan => reader.received ?? receive(plan))
  return reader
}
