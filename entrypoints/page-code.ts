import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {offerCode} from '../src/page/isolated/offer-code'
import {say} from '../src/platform/page-voice'
import {connectRunner, wakeRunner} from '../src/platform/runner-port'

/** In the extension's own world of a page, before the other two, where rules are code. */
export default defineUnlistedScript(() => offerCode({connect: connectRunner, wake: wakeRunner, say}))
