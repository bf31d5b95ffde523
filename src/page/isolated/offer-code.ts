import {createCode, type CodeNeeds} from './code'
import {world} from './world'

/** Running code is a script of its own: a body that is written down needs none of it. */
export function offerCode(needs: CodeNeeds): void {
  world.run = createCode(needs)
}
