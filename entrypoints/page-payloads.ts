import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {offerPayloads} from '../src/page/isolated/offer-payloads'

/** In the extension's own world of a page, before the other two, where rules look at payloads. */
export default defineUnlistedScript(() => offerPayloads())
