import type {PagePort} from '../page/isolated/start'
import {onPlan, readKept} from './page-plan-port'
import {isAlive, say} from './page-voice'
import {connectRunner, wakeRunner} from './runner-port'

/** The extension around a page. */
export const pagePort: PagePort = {
  read: readKept,
  onPlan,
  isAlive,
  say,
  connect: connectRunner,
  wake: wakeRunner,
}
