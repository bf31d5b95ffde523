import {startOffscreen} from '../../src/script-sandbox/offscreen'
import {offscreenPort} from '../../src/browser/chrome/offscreen-port'

startOffscreen(document, offscreenPort)
