// Package webhook receives GitHub's webhooks.
//
// It owns what is believed: a delivery counts only when the HMAC of its raw
// body, checked before anything is parsed, was made with a configured secret.
// It promises to answer 202 as soon as the delivery and the jobs that it asks
// for are recorded together, to record a repeated delivery once, and to answer
// 503 when nothing could be recorded, so that GitHub shows it as failed. It
// never works on a delivery itself, and keeps nothing of one that it refuses.
//
// Each event has a file that says what it asks for; most ask for nothing.
package webhook
