<?php
# What the wiki of the tests has beyond the settings that MediaWiki's installer wrote.

# The same wiki may come up on another port.
$wgServer = 'http://127.0.0.1:' . getenv( 'TEST_WIKI_PORT' );
$wgArticlePath = '/w/index.php?title=$1';
$wgUsePathInfo = false;

# Nothing is kept in memory, so that scripts on the command line and the server see the same.
$wgMainCacheType = CACHE_NONE;
$wgCacheDirectory = __DIR__ . '/cache';
$wgJobRunRate = 0;

# Tests act without an account.
$wgRateLimits = [];
$wgPasswordAttemptThrottle = [];
foreach ( [ 'move', 'suppressredirect', 'delete', 'undelete', 'deleterevision', 'suppressrevision', 'deletelogentry', 'protect', 'block' ] as $right ) {
	$wgGroupPermissions['*'][$right] = true;
}

# Every request is counted before it is answered.
if ( PHP_SAPI === 'cli-server' ) {
	file_put_contents( __DIR__ . '/requests.log', $_SERVER['REQUEST_METHOD'] . ' ' . $_SERVER['REQUEST_URI'] . "\n", FILE_APPEND );
}

# A test may have settings of its own for a while.
if ( is_file( __DIR__ . '/settings.json' ) ) {
	foreach ( json_decode( file_get_contents( __DIR__ . '/settings.json' ), true ) as $name => $value ) {
		$GLOBALS[$name] = $value;
	}
	# Time stands still.
	if ( isset( $wgStoppedAt ) ) {
		Wikimedia\Timestamp\ConvertibleTimestamp::setFakeTime( $wgStoppedAt );
	}
}

error_reporting( E_ALL & ~E_DEPRECATED );
