import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {offerWays} from '../src/page/isolated/offer-ways'

/** In the extension's own world of a page, before the other two, where rules send requests elsewhere. */
export default defineUnlistedScript(() => offerWays())
