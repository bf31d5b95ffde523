import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {startClaims} from '../src/page/main/start-claims'

/** In the page's own world, after the one that tells it what to say of the browser. */
export default defineUnlistedScript(() => startClaims())
