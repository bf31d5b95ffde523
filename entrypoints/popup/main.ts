import {createWorkerClient} from '../../src/platform/worker-client'
import {popupSurface} from '../../src/platform/popup-surface'
import {mountPopup} from '../../src/ui/popup/popup'

const root = document.getElementById('app')
if (root) mountPopup(root, {client: createWorkerClient(), surface: popupSurface})
