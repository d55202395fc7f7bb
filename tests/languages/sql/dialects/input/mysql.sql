SOURCE tables.sql
CREATE TABLE `order` (
  `id` int(11) NOT NULL AUTO_INCREMENT COMMENT 'the id',
  `user id` int,
  PRIMARY KEY (`id`), KEY `by_user` (`user id`)
) ENGINE=InnoDB;
DELIMITER //
CREATE PROCEDURE pay(IN p INT)
BEGIN
  IF p > 0 THEN
    INSERT IGNORE INTO `order` (`id`) VALUES (p);
  END IF;
  CALL log_it(p);
END //
CREATE TRIGGER paid AFTER INSERT ON `order` FOR EACH ROW BEGIN CALL pay(1); END //
DELIMITER ;
REPLACE INTO `order` VALUES (1);
CALL pay(2);
