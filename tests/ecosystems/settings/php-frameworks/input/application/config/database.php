<?php
$db['default'] = array(
	'hostname' => 'localhost',
	'password' => 'secret',
	'dbdriver' => 'mysqli',
);
